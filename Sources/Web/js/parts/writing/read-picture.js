// Reads a file that was picked, pasted or dropped: whether it is a picture that a comment takes, and how large it is.
import { largest, longestSide, mostPixels, pictureType } from "../../client/pictures.js";
import { phrase } from "../../phrases.js";

/**
 * The facts of a picture, or in a sentence why it isn't taken (rule 28.2). The server decides in the end.
 * @param {File} file
 * @returns {Promise<App.ChosenPicture | {fault: string}>}
 */
export async function readPicture(file) {
    // A character that turns the direction of text would turn the sentence that names the file.
    const name = file.name.replaceAll(/[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu, "") || phrase("writing.unnamed");
    try {
        const type = pictureType(new Uint8Array(await file.slice(0, 12).arrayBuffer()));
        if (!type) return { fault: phrase("writing.unknownType", { name }) };
        if (file.size > largest) return { fault: phrase("writing.tooLarge", { name }) };
        const { width, height } = await measured(file);
        const isVast = width * height > mostPixels || Math.max(width, height) > longestSide;
        if (isVast) return { fault: phrase("writing.tooVast", { name }) };
        return { id: crypto.randomUUID(), name, type, size: file.size, width, height };
    } catch {
        return { fault: phrase("writing.unreadable", { name }) };
    }
}

/**
 * The width and height of a picture as it is shown.
 * @param {Blob} file
 */
async function measured(file) {
    const image = new Image();
    image.src = URL.createObjectURL(file);
    try {
        await image.decode();
        return { width: image.naturalWidth, height: image.naturalHeight };
    } finally {
        URL.revokeObjectURL(image.src);
    }
}
