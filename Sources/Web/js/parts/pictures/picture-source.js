// Where an image has a picture from: its bytes on this device while it isn't sent, and the server otherwise.
import { address } from "../../client.js";

/** @typedef {import("../../types/app.js").ShownPicture} ShownPicture */

/**
 * Whether a picture isn't sent yet. Its bytes are on this device, unless these were erased.
 * @param {ShownPicture} picture
 */
export const isLocal = (picture) => "file" in picture;

/**
 * What an image needs to show a picture; undefined if its bytes are nowhere.
 * @param {ShownPicture} picture
 * @param {"showFile" | "showThumbnail"} [operation] in which size the server gives it
 */
export function sourceOf(picture, operation = "showThumbnail") {
    const { file, id } = picture;
    if (!isLocal(picture)) return { loading: "lazy", src: address(operation, { fileID: id }) };
    const src = file && URL.createObjectURL(file);
    // An image that was loaded needs its address no more.
    return src && { src, onload: () => URL.revokeObjectURL(src) };
}
