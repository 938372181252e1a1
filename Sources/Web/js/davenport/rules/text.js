// Text as the API trims and compares it (Text.swift). Every pattern and mapping works by code points.

const invisible = String.raw`\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800\uFFF9-\uFFFB\u{1D159}\u{16FE4}`;
const blank = new RegExp(String.raw`^[\p{White_Space}${invisible}]*$`, "u");
const invisibles = new RegExp(`[${invisible}]`, "gu");
const space = String.raw`[\t-\r \x85\xA0\u1680\u2000-\u200B\u2028\u2029\u202F\u205F\u3000]`;
const ends = new RegExp(`^${space}+|${space}+$`, "g");

/**
 * The text without white space at either end.
 * @param {string} text
 */
export function trimmed(text) {
    return text.replace(ends, "");
}

/**
 * Whether nothing in the text is visible.
 * @param {string} text
 */
export function isBlank(text) {
    return blank.test(text);
}

/**
 * The text without characters that nobody sees.
 * @param {string} text
 */
export function withoutInvisible(text) {
    return text.replace(invisibles, "");
}

/**
 * The form for comparing texts regardless of case and of how characters are composed. Lower-casing comes first, because
 * the capital ẞ is its own upper case, while the upper case of ß is SS.
 * @param {string} text
 */
export function folded(text) {
    return lower(each(lower(text), character => character.toUpperCase())).normalize("NFC");
}

/**
 * Each code point by itself, so that the last letter of a Greek word gets no form of its own.
 * @param {string} text
 */
function lower(text) {
    return each(text, character => character.toLowerCase());
}

/**
 * @param {string} text
 * @param {(character: string) => string} change
 */
function each(text, change) {
    return Array.from(text, change).join("");
}
