// The pictures that were chosen for a comment: each can be described, moved and removed.
import { el, fill, icon, mark, set, sync } from "../../dom.js";
import { drafts } from "../../client.js";
import { longestAlternative, most } from "../../client/picture-limits.js";
import { phrase } from "../../phrases.js";
import { growWithText } from "../controls/growing-textarea.js";
import { sign } from "../controls/signs.js";
import { say } from "../controls/states.js";
import { undoable } from "../controls/undo.js";
import { sourceOf } from "../pictures/picture-source.js";
import { readPicture } from "./read-picture.js";

/** @typedef {import("./picture-field.js").Item} Item */
/** @typedef {import("./picture-field.js").PictureField} PictureField */

/** From so many characters on a description is counted. */
const countFrom = longestAlternative - 50;

let count = 0;

export class PicturePicker {
    /**
     * The picture whose description is shown.
     * @type {string | undefined}
     */
    chosen = undefined;
    tiles = el("ul", { class: "picker-tiles", "aria-label": phrase("writing.pictures") });
    about = el("label", { class: "unseen", htmlFor: "" });
    area = el("textarea", { rows: 1, dir: "auto", placeholder: phrase("writing.shows"), oninput: () => this.describe() });
    count = el("span", { class: "tiny figures picker-count", "aria-live": "polite" });
    notice = el("div", { class: "small bad picker-notice", role: "alert" });

    /** @param {PictureField} field */
    constructor(field) {
        this.field = field;
        this.area.id = this.about.htmlFor = `picture-words-${count += 1}`;
        this.earlier = moving(phrase("writing.earlier"), "back", () => this.move(-1));
        this.later = moving(phrase("writing.later"), "next", () => this.move(1));
        this.drop = el("button", { class: "icon-button", onclick: () => this.remove() }, sign("remove"));
        this.words = el("div", { class: "picker-words" }, this.about, this.area,
            el("span", { class: "picker-acts" }, this.earlier, this.later, this.drop));
        this.node = el("div", { class: "picker" }, this.tiles, this.words, this.count, this.notice);
        this.fit = growWithText(this.area);
    }

    get items() {
        return this.field.items;
    }

    get item() {
        return this.items.find(({ id }) => id === this.chosen) ?? this.items[0];
    }

    /** Shows what the field has now. */
    show() {
        const { items, item } = this;
        const isHidden = items.length === 0;
        this.field.node.hidden = isHidden && this.notice.childElementCount === 0;
        this.tiles.hidden = this.words.hidden = isHidden;
        this.loadBytes();
        set(this.tiles, { vars: { count: items.length } });
        const shown = items.map((one, place) => ({ item: one, place, count: items.length, isChosen: one === item }));
        sync(this.tiles, shown, ({ item: { id, file } }) => `${id} ${Boolean(file)}`, (first) => tile(first, this));
        if (!item) return fill(this.count);
        const place = items.indexOf(item);
        const text = item.alternative ?? "";
        if (this.area.value !== text) {
            this.area.value = text;
            this.fit();
        }
        fill(this.about, phrase("writing.about", named(item)));
        mark(this.drop, "aria-label", phrase("writing.remove", named(item)));
        this.earlier.hidden = this.later.hidden = items.length < 2;
        mark(this.earlier, "aria-disabled", place === 0 ? "true" : undefined);
        mark(this.later, "aria-disabled", place === items.length - 1 ? "true" : undefined);
        const length = Array.from(text).length;
        fill(this.count, length >= countFrom ? phrase("writing.length", { count: length, limit: longestAlternative }) : "");
        this.count.classList.toggle("bad", length > longestAlternative);
    }

    /** Reads the bytes that a draft has kept. A picture without them is gone from this device. */
    async loadBytes() {
        const { field } = this;
        const missing = this.items.filter(({ file, isSent }) => !file && !isSent);
        if (missing.length === 0 || this.isLoading) return;
        this.isLoading = true;
        /** @type {Map<string, Blob | undefined>} */
        const found = new Map();
        try {
            for (const { id } of missing) {
                /** @type {{file: Blob} | undefined} */
                const kept = await drafts.load(`picture:${id}`);
                found.set(id, kept?.file);
            }
        } finally {
            this.isLoading = false;
        }
        const lost = this.items.filter(({ id, file }) => !file && found.has(id) && !found.get(id));
        if (lost.length > 0) {
            field.set(this.items.filter((one) => !lost.includes(one)));
            return this.refuse(lost.map(({ name }) => phrase("writing.lost", { name })));
        }
        field.items = this.items.map((one) => found.has(one.id) ? { ...one, file: one.file ?? found.get(one.id) } : one);
        this.show();
    }

    isLoading = false;

    /**
     * Adds files, and says which can't be added and why.
     * @param {readonly File[]} files
     */
    async add(files) {
        const { field } = this;
        const faults = [];
        field.reading += 1;
        for (const file of files) {
            const read = await readPicture(file);
            if ("fault" in read) faults.push(read.fault);
            else if (this.items.length < most) await this.keep({ ...read, file });
            else faults.push(phrase("writing.notAdded", { name: read.name, most }));
        }
        field.reading -= 1;
        this.refuse(faults);
    }

    /** @param {Item} item */
    async keep(item) {
        // Its bytes go first, so that no tab reads a draft that names what isn't kept yet.
        drafts.save(`picture:${item.id}`, { at: Date.now(), file: item.file });
        await drafts.flush();
        this.chosen = item.id;
        this.field.set([...this.items, item]);
        say(phrase("writing.added", { name: item.name, count: this.items.length, most }));
    }

    forgetFaults() {
        fill(this.notice);
    }

    /**
     * Says what can't be.
     * @param {readonly string[]} faults
     * @param {string} [id] of the picture that they are about
     */
    refuse(faults, id) {
        fill(this.notice, faults.map((fault) => el("p", {}, fault)));
        this.chosen = id ?? this.chosen;
        this.show();
        if (id) this.area.focus();
    }

    /**
     * Says what is done now.
     * @param {string} text
     */
    tell(text) {
        fill(this.notice, el("p", { class: "soft" }, text));
    }

    /** @param {Item} item */
    choose({ id }) {
        this.chosen = id;
        this.show();
    }

    /** Takes over the description that is typed. */
    describe() {
        const { item } = this;
        const alternative = this.area.value.trim() === "" ? undefined : this.area.value;
        this.forgetFaults();
        if (item) this.field.set(this.items.map((one) => one === item ? described(one, alternative) : one));
    }

    /** @param {1 | -1} step */
    move(step) {
        const { item } = this;
        const from = item ? this.items.indexOf(item) : -1;
        const to = from + step;
        if (!item || !this.items[to]) return;
        const items = this.items.filter((one) => one !== item);
        items.splice(to, 0, item);
        this.chosen = item.id;
        this.field.set(items);
        say(phrase("writing.moved", { number: to + 1, count: items.length }));
    }

    remove() {
        const { field, item } = this;
        if (!item) return;
        const place = this.items.indexOf(item);
        this.forgetFaults();
        this.chosen = (this.items[place + 1] ?? this.items[place - 1])?.id;
        field.set(this.items.filter((one) => one !== item));
        const next = this.tiles.querySelector("[data-chosen]") ?? field.button;
        if (next instanceof HTMLElement) next.focus();
        undoable({
            said: phrase("writing.removed", named(item)), run: () => field.forget(item), undo: () => {
                field.set([...this.items.slice(0, place), item, ...this.items.slice(place)]);
                this.choose(item);
            },
        });
    }
}

/**
 * What a picture is called here. The server doesn't hear the name of a file.
 * @param {Item} item
 */
const named = ({ isSent = false, name }) => ({ isSent: String(isSent), name });

/**
 * @param {Item} item
 * @param {string | undefined} text
 * @returns {Item}
 */
function described({ alternative, ...item }, text) {
    return text === undefined ? item : { ...item, alternative: text };
}

/**
 * A chosen picture as a button that shows its description.
 * @param {{item: Item}} first
 * @param {PicturePicker} picker
 */
function tile({ item: { id, file, isSent, ...facts } }, picker) {
    const shown = { ...facts, id, ...(!isSent && { file }) };
    const image = sourceOf(shown);
    const described = el("span", { class: "picker-described", "aria-hidden": "true" }, icon("check"));
    const button = el("button", { class: "picker-tile", onclick: () => {
        const item = picker.items.find((one) => one.id === id);
        if (item) picker.choose(item);
        picker.area.focus();
    } }, image && withoutWords(el("img", { draggable: false, ...image })), described);
    return {
        node: el("li", {}, button),
        /** @param {{item: Item, place: number, count: number, isChosen: boolean}} shown */
        update({ item, place, count, isChosen }) {
            mark(button, "data-chosen", isChosen);
            mark(button, "aria-pressed", count > 1 ? String(isChosen) : undefined);
            const { alternative, isSent = false, name } = item;
            mark(button, "aria-label", phrase("writing.tile", { number: place + 1, count, name,
                isSent: String(isSent), isDescribed: String(Boolean(alternative)) }));
            described.hidden = !item.alternative;
        },
    };
}

/**
 * An image whose button says what it is.
 * @param {HTMLElement} image
 */
function withoutWords(image) {
    mark(image, "alt", true);
    return image;
}

/**
 * @param {string} label
 * @param {"back" | "next"} name
 * @param {() => void} onclick
 */
const moving = (label, name, onclick) => el("button", { class: "icon-button turn", "aria-label": label, onclick }, icon(name));
