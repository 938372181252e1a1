// One picture of a comment after another, each whole or enlarged.
import { address } from "../../client.js";
import { el, fill, icon, mark, set } from "../../dom.js";
import { phrase } from "../../phrases.js";
import { sheet } from "../controls/dialog.js";
import { pictureWords } from "./comment-pictures.js";
import { isLocal, sourceOf } from "./picture-source.js";

/** @typedef {import("../../types/app.js").ShownPicture} ShownPicture */

/** An enlarged picture is at least so many times as wide as a whole one, and at most so many times. */
const [least, most] = [2, 6];
/** A finger that moves this far to a side turns to the next picture, in pixels. */
const far = 48;
/**
 * The endings of the names under which pictures are saved.
 * @type {Record<string, string>}
 */
const endings = { "image/png": "png", "image/jpeg": "jpg", "image/webp": "webp", "image/gif": "gif" };

/**
 * Shows pictures in a dialog, beginning with one of them.
 * @param {readonly ShownPicture[]} pictures
 * @param {number} first
 * @param {HTMLElement} opener
 */
export function openViewer(pictures, first, opener) {
    if (!opener.isConnected) return;
    const viewer = new PictureViewer(pictures);
    sheet(phrase("pictures.title", { count: pictures.length }), viewer.node, { opener, style: "viewer dim" });
    viewer.show(first);
    viewer.node.closest("dialog")?.addEventListener("keydown", (event) => viewer.press(event));
}

class PictureViewer {
    at = 0;
    /** @type {{x: number, y: number} | undefined} */
    pressed = undefined;

    /** @param {readonly ShownPicture[]} pictures */
    constructor(pictures) {
        this.pictures = pictures;
        // What is scrolled has no direction of its own, so that its distances are those of the picture.
        this.stage = el("div", { class: "viewer-stage", dir: "ltr" });
        this.words = el("p", { class: "viewer-words", dir: "auto" });
        this.place = el("span", { class: "small soft figures", dir: "ltr" });
        this.before = turning(phrase("pictures.before"), "back", () => this.turn(-1));
        this.after = turning(phrase("pictures.after"), "next", () => this.turn(1));
        this.zoom = el("button", { class: "button button-small", "aria-pressed": "false", onclick: () => this.enlarge() },
            phrase("pictures.enlarge"));
        this.save = el("a", { class: "button button-small" }, phrase("pictures.save"));
        const isOne = pictures.length === 1;
        this.node = el("figure", { class: "viewer-figure" }, this.stage,
            el("figcaption", { "aria-live": "polite" }, this.words, this.place),
            el("div", { class: "viewer-actions" }, !isOne && this.before, !isOne && this.after, this.zoom, this.save));
        this.place.hidden = isOne;
        this.listen();
    }

    listen() {
        const { stage } = this;
        stage.addEventListener("dblclick", (event) => this.enlarge(event));
        stage.addEventListener("pointerdown", ({ clientX: x, clientY: y, isPrimary, pointerType }) => {
            this.pressed = isPrimary && pointerType !== "mouse" && !this.isLarge ? { x, y } : undefined;
        });
        stage.addEventListener("pointercancel", () => { this.pressed = undefined; });
        stage.addEventListener("pointerup", ({ clientX, clientY }) => {
            const { x, y } = this.pressed ?? { x: clientX, y: clientY };
            this.pressed = undefined;
            const [across, down] = [clientX - x, clientY - y];
            if (Math.abs(across) >= far && Math.abs(across) > 2 * Math.abs(down)) this.turn(-Math.sign(across) * this.forwards());
        });
    }

    /** @param {KeyboardEvent} event */
    press(event) {
        const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
        // An enlarged picture is scrolled by these keys.
        if (!step || this.isLarge || event.altKey || event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        this.turn(step * this.forwards());
    }

    /** 1 where the next picture is to the right of this one, or else -1. */
    forwards() {
        return getComputedStyle(this.node).direction === "rtl" ? -1 : 1;
    }

    get isLarge() {
        return this.zoom.getAttribute("aria-pressed") === "true";
    }

    /**
     * Goes so many pictures on, if there are.
     * @param {number} step
     */
    turn(step) {
        if (this.pictures[this.at + step]) this.show(this.at + step);
    }

    /**
     * Shows the picture of this place.
     * @param {number} at
     */
    show(at) {
        const { pictures } = this;
        const picture = pictures[at];
        if (!picture) return;
        this.at = at;
        fill(this.words, pictureWords(picture, pictures));
        this.words.classList.toggle("soft", !picture.alternative);
        fill(this.place, phrase("pictures.place", { number: at + 1, count: pictures.length }));
        mark(this.before, "aria-disabled", at === 0 ? "true" : undefined);
        mark(this.after, "aria-disabled", at === pictures.length - 1 ? "true" : undefined);
        // What isn't sent is on this device already.
        const href = address("showFile", { fileID: picture.id });
        set(this.save, { hidden: isLocal(picture), href, download: `picture-${at + 1}.${endings[picture.type] ?? "png"}` });
        this.setLarge(false);
        const { width, height } = picture;
        const image = el("img", { alt: picture.alternative ?? "", decoding: "async", draggable: false, width, height,
            vars: { width, ratio: width / Math.max(1, height) }, onerror: () => this.fail(at), ...sourceOf(picture, "showFile"),
            loading: "eager" });
        fill(this.stage, image);
    }

    /** @param {number} at */
    fail(at) {
        if (at !== this.at) return;
        fill(this.stage, el("div", { class: "viewer-fault", role: "alert" }, el("p", {}, phrase("pictures.fault")),
            el("button", { class: "button button-small", onclick: () => this.show(at) }, phrase("pictures.retry"))));
    }

    /**
     * Shows the picture enlarged, or whole again. What was tapped stays in the middle.
     * @param {MouseEvent} [event]
     */
    enlarge(event) {
        const { stage } = this;
        const image = stage.querySelector("img");
        if (!image) return;
        const whole = image.getBoundingClientRect();
        const [x, y] = event && whole.width > 0
            ? [(event.clientX - whole.left) / whole.width, (event.clientY - whole.top) / whole.height] : [0.5, 0.5];
        this.setLarge(!this.isLarge);
        const natural = (this.pictures[this.at]?.width ?? 0) / Math.max(1, whole.width);
        set(image, { vars: { zoom: this.isLarge ? Math.min(most, Math.max(least, natural)) : 1 } });
        stage.scrollTo(image.offsetWidth * x - stage.clientWidth / 2, image.offsetHeight * y - stage.clientHeight / 2);
    }

    /** @param {boolean} isLarge */
    setLarge(isLarge) {
        const { stage, zoom } = this;
        mark(zoom, "aria-pressed", String(isLarge));
        mark(stage, "data-large", isLarge);
        // Keys scroll it.
        stage.tabIndex = isLarge ? 0 : -1;
    }
}

/**
 * A button that turns to another picture.
 * @param {string} label
 * @param {"back" | "next"} sign
 * @param {() => void} onclick
 */
const turning = (label, sign, onclick) => el("button", { class: "icon-button turn", "aria-label": label, onclick }, icon(sign));
