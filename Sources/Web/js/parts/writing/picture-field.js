// The pictures of a form that writes a comment: picked, pasted or dropped. What shows them comes with the first one.
import { el, mark } from "../../dom.js";
import { drafts } from "../../client.js";
import { longestAlternative, most, types } from "../../client/picture-limits.js";
import { phrase } from "../../phrases.js";
import { sign } from "../controls/signs.js";
import { withModule } from "../controls/undo.js";
import { styled } from "../frame/style-sheets.js";

/**
 * A picture in a form. `isSent`: the comment has it on the server. Otherwise its bytes are on this device: here, or where drafts
 * are.
 * @typedef {App.ChosenPicture & {file?: Blob, isSent?: boolean}} Item
 */
/** @typedef {Omit<Item, "file">} KeptItem what a draft has of a picture; its bytes are kept beside */

const styles = new URL("../../../css/pictures.css", import.meta.url).href;
const loadPicker = () => Promise.all([import("./picture-picker.js"), styled(styles)]);

export class PictureField {
    /** @type {readonly Item[]} */
    items = [];
    /** The number of times that pictures were added that are still being read. */
    reading = 0;
    /** @type {import("./picture-picker.js").PicturePicker | undefined} */
    picker = undefined;
    input = el("input", { type: "file", accept: types.join(), multiple: true, hidden: true,
        onchange: () => this.take(this.input) });
    button = el("button", { class: "icon-button add-picture", "aria-label": phrase("writing.addPictures"),
        onclick: () => this.input.click() }, sign("picture"));
    /** The place of the picker, above the words. */
    node = el("div", { class: "picker-place", hidden: true }, this.input);

    /**
     * @param {object} options
     * @param {() => void} options.onChange is called when there are other pictures or texts
     * @param {readonly Item[]} [options.initial] those that the comment has
     */
    constructor({ onChange, initial = [] }) {
        this.onChange = onChange;
        this.initial = initial;
        this.put(initial);
    }

    /** @param {HTMLInputElement} input */
    take(input) {
        this.add([...input.files ?? []]);
        input.value = "";
    }

    /**
     * Takes pictures that are pasted. Programs that write add a picture to the text that was copied in them: then it is text.
     * @param {ClipboardEvent} event
     */
    paste(event) {
        const files = [...event.clipboardData?.files ?? []];
        const kinds = event.clipboardData?.types ?? [];
        if (files.length === 0 || (kinds.includes("text/plain") && kinds.includes("text/html"))) return;
        event.preventDefault();
        this.add(files);
    }

    /**
     * Takes pictures that are dropped on an element.
     * @param {HTMLElement} form
     */
    takeFrom(form) {
        for (const name of ["dragover", "dragleave", "drop"]) {
            form.addEventListener(name, (event) => {
                if (!(event instanceof DragEvent) || !event.dataTransfer?.types.includes("Files")) return;
                // A form that is being edited stands within the room, which takes what is dropped, too.
                event.stopPropagation();
                if (name !== "dragleave") event.preventDefault();
                const isInside = event.relatedTarget instanceof Node && form.contains(event.relatedTarget);
                mark(form, "data-drop", name === "dragover" || (name === "dragleave" && isInside));
                if (name === "drop") this.add([...event.dataTransfer.files]);
            });
        }
    }

    /** @param {readonly File[]} files */
    add(files) {
        if (files.length > 0) return this.withPicker((picker) => picker.add(files));
    }

    /** @param {(picker: import("./picture-picker.js").PicturePicker) => unknown} use */
    withPicker(use) {
        return withModule(loadPicker, ([{ PicturePicker }]) => {
            if (!this.picker) {
                this.picker = new PicturePicker(this);
                this.node.append(this.picker.node);
            }
            return use(this.picker);
        });
    }

    /** Why the comment can't be sent with these, if it can't. It is said there, too. */
    fault() {
        const long = this.items.find(({ alternative = "" }) => Array.from(alternative).length > longestAlternative);
        const fault = this.reading > 0 ? phrase("writing.reading")
            : this.items.length > most ? phrase("writing.tooMany", { most })
            : long ? phrase("writing.longWords", { limit: longestAlternative }) : "";
        if (fault) this.withPicker((picker) => picker.refuse([fault], long?.id));
        return fault;
    }

    /** Whether they are others than the comment has, or their texts are. */
    isChanged() {
        return JSON.stringify(this.kept()) !== JSON.stringify(this.initial.map(keptItem));
    }

    /** What a draft keeps. @returns {KeptItem[]} */
    kept() {
        return this.items.map(keptItem);
    }

    /**
     * Shows what was kept.
     * @param {readonly Item[]} [kept]
     */
    put(kept = []) {
        const here = new Map([...this.initial, ...this.items].map((one) => [one.id, one.file]));
        this.items = kept.map((one) => one.isSent ? one : { ...one, file: one.file ?? here.get(one.id) });
        this.picker?.forgetFaults();
        this.show();
    }

    /**
     * Changes what there is, and says so.
     * @param {readonly Item[]} items
     */
    set(items) {
        this.items = items;
        this.show();
        this.onChange();
    }

    show() {
        if (this.picker) this.picker.show();
        else if (this.items.length > 0) this.withPicker((picker) => picker.show());
    }

    /** Forgets the bytes of those that the server has now. */
    forgetSent() {
        const added = this.items.filter(({ isSent }) => !isSent);
        if (added.length > 0) import("../../client/pictures.js").then((module) => module.forgetPictures(added)).catch(() => {});
    }

    /**
     * Forgets the bytes of a picture that was chosen here and removed. What the comment has isn't this form's to forget.
     * @param {Item} item
     */
    forget({ id, isSent }) {
        if (!isSent && !this.initial.some((one) => one.id === id)) drafts.save(`picture:${id}`, undefined);
    }
}

/**
 * @param {Item} item
 * @returns {KeptItem}
 */
function keptItem({ file, ...item }) {
    return item;
}
