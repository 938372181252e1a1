// What a picture of a comment may be (docs/rules/pictures.md).

/** The largest number of pictures of a comment (rule 28.5). */
export const most = 4;
/** The largest picture in bytes (rule 28.2). */
export const largest = 8 * 1_048_576;
/** The largest number of pixels, and of pixels on a side (rule 28.2). */
export const [mostPixels, longestSide] = [25_000_000, 16_383];
/** The largest number of characters of an alternative text (rule 28.5). */
export const longestAlternative = 500;
/** The media types of pictures. */
export const types = ["image/png", "image/jpeg", "image/webp", "image/gif"];

/**
 * How pictures of each type begin; a dot stands for any byte.
 * @type {readonly [RegExp, string][]}
 */
const beginnings = [
    [/^\x89PNG\r\n\x1a\n/, "image/png"], [/^\xff\xd8\xff/, "image/jpeg"], [/^GIF8[79]a/, "image/gif"],
    [/^RIFF[^]{4}WEBP/, "image/webp"],
];

/**
 * The media type of a picture by its first bytes, which count, and not its name; undefined if it is none of them.
 * @param {Uint8Array} bytes at least 12.
 */
export function pictureType(bytes) {
    const text = String.fromCharCode(...bytes.subarray(0, 12));
    return beginnings.find(([beginning]) => beginning.test(text))?.[1];
}
