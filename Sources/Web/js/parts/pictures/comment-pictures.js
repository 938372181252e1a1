// The pictures of a comment: up to two in a row, as large as their sizes say before anything of them is here.
import { timestamp } from "../../client/timestamp.js";
import { el, fill } from "../../dom.js";
import { phrase } from "../../phrases.js";
import { withModule } from "../controls/undo.js";
import { styled } from "../frame/style-sheets.js";
import { sourceOf } from "./picture-source.js";

/** @typedef {import("../../types/app.js").ShownPicture} ShownPicture */

/** The largest height of a row in pixels, by how many rows there are, and the smallest one: a finger meets that too. */
const [highest, lowest] = [[240, 160], 48];
/** What doesn't load is asked for again after these times, in milliseconds: the server may not know yet where I am. */
const patience = [3_000, 30_000];
/** A picture that is wider or narrower than this, for its height, has space beside it. */
const [narrowest, widest] = [0.5, 2];

/**
 * The thumbnails of a comment's pictures; false if there are none. One that is pressed opens the viewer.
 * @param {readonly ShownPicture[]} [pictures]
 */
export function commentPictures(pictures = []) {
    const rows = pictures.length > 2 ? [pictures.slice(0, 2), pictures.slice(2)] : [pictures];
    return pictures.length > 0 && el("div", { class: "pictures" }, ...rows.map((row) => el("div",
        { class: "picture-row", vars: { high: height(row, rows.length), sum: row.reduce((sum, one) => sum + ratio(one), 0) } },
        ...row.map((one) => thumbnail(one, pictures)))));
}

/**
 * What stands in the place of pictures that the server has for later: those of what lies ahead (rule 28.8).
 * @param {readonly ShownPicture[]} pictures
 * @param {number} seconds where their comment stands
 */
export const laterPictures = (pictures = [], seconds) => el("p", { class: "small soft" },
    seconds > 0 ? phrase("pictures.laterAt", { count: pictures.length, time: timestamp(seconds) })
        : phrase("pictures.laterWatched", { count: pictures.length }));

const viewerStyles = new URL("../../../css/pictures.css", import.meta.url).href;
const loadViewer = () => Promise.all([import("./picture-viewer.js"), styled(viewerStyles)]);

/** @param {ShownPicture} picture */
const ratio = ({ width, height }) => Math.min(widest, Math.max(narrowest, width / Math.max(1, height)));

/**
 * The height of a row in pixels. A small picture isn't made larger.
 * @param {readonly ShownPicture[]} row
 * @param {number} rows
 */
const height = (row, rows) => Math.max(lowest,
    Math.min(highest[rows - 1] ?? lowest, Math.max(...row.map((one) => one.height))));

/**
 * What a picture shows, by its author's words.
 * @param {ShownPicture} picture
 * @param {readonly ShownPicture[]} all
 */
export const pictureWords = (picture, all) => picture.alternative
    || (all.length > 1 ? phrase("pictures.noWordsOf", { number: all.indexOf(picture) + 1, count: all.length })
        : phrase("pictures.noWords"));

/**
 * @param {ShownPicture} picture
 * @param {readonly ShownPicture[]} all
 */
function thumbnail(picture, all) {
    const words = pictureWords(picture, all);
    const { height, id, type, width } = picture;
    const pauses = [...patience];
    const button = el("button", { class: "picture", "aria-haspopup": "dialog", data: { picture: id },
        vars: { ratio: ratio(picture) }, onclick: () => {
            if (!button.querySelector("img")) load();
            withModule(loadViewer, ([{ openViewer }]) => openViewer(all, all.indexOf(picture), button));
        } });
    function load() {
        const source = sourceOf(picture);
        if (!source) return failed();
        fill(button, el("img", { decoding: "async", alt: words, draggable: false, onerror: failed, width, height, ...source }),
        type === "image/gif" && el("span", { class: "picture-kind tiny", "aria-hidden": "true" }, "GIF"));
    }
    function failed() {
        fill(button, el("span", { class: "picture-words small" }, words));
        const pause = pauses.shift();
        if (pause !== undefined) setTimeout(() => button.isConnected && !button.querySelector("img") && load(), pause);
    }
    load();
    return button;
}
