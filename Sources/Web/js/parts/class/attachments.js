// A file of a task or an entry: pictures and recordings are shown in place; everything is offered for saving.
import { address } from "../../client.js";
import { el } from "../../dom.js";
import { sizeText } from "./class-words.js";

const pictures = ["image/png", "image/jpeg", "image/gif", "image/webp"];
const recordings = ["audio/mpeg", "audio/mp4", "audio/ogg", "audio/wav", "video/mp4"];

/**
 * The list of the files of a task or an entry; false if there are none.
 * @param {readonly import("../../types/wire.js").File[]} files
 */
export function attachments(files) {
    return files.length > 0 && el("ul", { class: "attachments" },
        ...files.map((file) => el("li", { class: "attachment", data: { file: file.id, state: "ready" } }, inPlace(file),
            link(file))));
}

/** @param {import("../../types/wire.js").File} file */
const link = ({ id, name, size }) => el("a", { href: address("showFile", { fileID: id }), download: name },
    el("bdi", {}, name), el("span", { class: "small soft" }, ` ${sizeText(size)}`));

/**
 * The server's type counts, which it reads from the bytes. No file is ever opened as a page.
 * @param {import("../../types/wire.js").File} file
 */
function inPlace({ id, name, type }) {
    const src = address("showFile", { fileID: id });
    if (pictures.includes(type)) return el("img", { src, alt: name, loading: "lazy", decoding: "async" });
    if (!recordings.includes(type)) return undefined;
    return el(type.startsWith("video") ? "video" : "audio", { src, controls: true, preload: "none", "aria-label": name });
}
