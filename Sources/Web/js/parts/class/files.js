// Files that are being attached: picked, dropped or pasted, and sent at once.
import { el, fill, mark, sync } from "../../dom.js";
import { discardFile, fetchFile, sendFile } from "../../client/class.js";
import { sizeText } from "./class-words.js";
import { asProblem, say, sentence } from "../controls/states.js";
import { listed, phrase } from "../../phrases.js";
import { renamed } from "./action-buttons.js";
import { sign } from "../controls/signs.js";

/** @typedef {{id: string, name: string, size: number, at: number}} KeptFile */
/**
 * @typedef {KeptFile & {
 *     state: "uploading" | "ready" | "failed", part: number, source?: File, fault?: string, stop?: AbortController
 * }} Item
 */

const [most, largest] = [10, 20 * 1_048_576];
/** The age at which the server deletes a file that nothing names, in milliseconds. */
const lifetime = 24 * 3_600_000;

/** The files of a form. */
export class FilePicker {
    /** @type {Item[]} */
    items = [];
    input = el("input", { type: "file", multiple: true, class: "unseen", tabIndex: -1, "aria-label": phrase("class.files.title"),
        onchange: () => {
            this.add([...this.input.files ?? []]);
            this.input.value = "";
        } });
    button = el("button", { class: "button button-small", onclick: () => this.input.click() }, sign("clip"),
        phrase("class.files.add"));
    list = el("ul", { class: "list files" });
    notice = el("p", { class: "small bad", role: "alert" });
    node = el("div", { class: "stack-tight" }, this.list, el("div", { class: "line file-place" }, this.button, this.input,
        el("span", { class: "small soft to-drop" }, phrase("class.files.drop"))), this.notice);

    /**
     * @param {{onChange: () => void, onState?: () => void, full?: string, signal: AbortSignal}} options `onState`
     *     hears whenever a file comes, goes, arrives or fails; `full` is said in place of the server's words where the storage is
     *     full
     */
    constructor({ full, onChange, onState, signal }) {
        this.full = full;
        this.onChange = onChange;
        this.onState = onState;
        this.signal = signal;
        signal.addEventListener("abort",
            () => this.items.forEach(({ state, stop }) => state === "uploading" && stop?.abort()));
        this.show();
    }

    /** What the entry is to have. */
    ids() {
        return this.items.filter(isReady).map(({ id }) => id);
    }

    /** How those are called. */
    names() {
        return this.items.filter(isReady).map(({ name }) => name);
    }

    /** How many are on their way, in words. */
    waiting() {
        const count = this.items.filter(({ state }) => state === "uploading").length;
        return count > 0 ? phrase("class.files.onTheirWay", { count }) : "";
    }

    /** Why the form can't be sent yet, if it can't. */
    fault() {
        const failed = this.items.filter(({ state }) => state === "failed").map(({ name }) => `\u2068${name}\u2069`);
        const reason = failed.length > 0 && phrase("class.files.failed", { count: failed.length, names: listed(failed) });
        return [reason, this.waiting()].filter(Boolean).join(" ");
    }

    /** Whether the form can't be sent yet. Then it says why, and a file that has failed gets the focus. */
    holds() {
        const reason = this.fault();
        fill(this.notice, reason);
        const [again] = this.list.querySelectorAll('[data-state="failed"] button');
        if (again instanceof HTMLElement) again.focus();
        return reason !== "";
    }

    /** What a draft keeps. @returns {KeptFile[]} */
    kept() {
        return this.items.filter(isReady).map(({ id, name, size, at }) => ({ id, name, size, at }));
    }

    /** @param {readonly KeptFile[]} kept */
    put(kept) {
        this.items = kept.filter(({ at }) => Date.now() - at < lifetime).map((one) => ({ ...one, state: "ready", part: 1 }));
        this.show();
    }

    /**
     * Leaves out those that an entry has.
     * @param {readonly {id: string}[]} sent
     */
    forget(sent) {
        this.items = this.items.filter(({ id }) => !sent.some((one) => one.id === id));
        this.show();
    }

    /** Takes what is dropped on a form or pasted into it. */
    takeFrom(/** @type {HTMLElement} */ form) {
        form.addEventListener("paste", (event) => {
            const files = [...event.clipboardData?.files ?? []];
            if (files.length === 0) return;
            event.preventDefault();
            this.add(files);
        });
        for (const name of ["dragover", "drop"]) {
            form.addEventListener(name, (event) => {
                if (!(event instanceof DragEvent) || !event.dataTransfer?.types.some((type) => type === "Files")) return;
                event.preventDefault();
                if (name === "drop") this.add([...event.dataTransfer.files]);
            });
        }
    }

    /** @param {readonly File[]} files */
    add(files) {
        fill(this.notice);
        for (const source of files) {
            if (this.items.length >= most) return fill(this.notice, phrase("class.files.tooMany", { count: most }));
            const item = /** @type {Item} */ ({ id: crypto.randomUUID(), name: source.name, size: source.size, at: Date.now(),
                state: "uploading", part: 0, source });
            this.items.push(item);
            if (source.size > largest) this.fail(item, phrase("class.files.tooLarge"));
            else if (source.size === 0) this.fail(item, phrase("class.files.empty"));
            else this.send(item);
        }
    }

    /**
     * Adds copies of files that the server has. An entry names a file once and for good.
     * @param {readonly import("../../types/wire.js").File[]} files
     */
    async copy(files) {
        const found = await Promise.allSettled(files.map(fetchFile));
        if (this.signal.aborted) return;
        this.add(found.flatMap((one) => one.status === "fulfilled" ? [one.value] : []));
        const missing = files.filter((_, place) => found[place].status === "rejected");
        if (missing.length === 0) return;
        const again = el("button", { class: "text-button", onclick: () => this.copy(missing) },
            phrase("class.files.tryAgain"));
        const names = listed(missing.map(({ name }) => name), "unit");
        fill(this.notice, phrase("class.files.notCopied", { names }), " ", again);
    }

    /** @param {Item} item */
    async send(item) {
        if (!item.source) return;
        fill(this.notice);
        Object.assign(item, { state: "uploading", part: 0, fault: undefined, stop: new AbortController() });
        this.show();
        try {
            const { name, size } = await sendFile(item.id, item.source, item.stop?.signal ?? this.signal, (part) => {
                item.part = part;
                this.show();
            });
            Object.assign(item, { state: "ready", part: 1, name, size, at: Date.now() });
            say(phrase("class.files.uploaded", { name }));
        } catch (problem) {
            if (item.stop?.signal.aborted) return;
            this.fail(item, asProblem(problem).code === "storage_full" && this.full || sentence(problem));
        }
        this.show();
        this.onChange();
    }

    fail(/** @type {Item} */ item, /** @type {string} */ text) {
        Object.assign(item, { state: "failed", fault: text });
        say(phrase("class.files.fault", { name: item.name, fault: text }));
        this.show();
    }

    /** @param {Item} item */
    remove(item) {
        item.stop?.abort();
        fill(this.notice);
        this.items = this.items.filter((one) => one !== item);
        // Once all of it was sent, the server may have it although no answer came.
        if (item.part >= 1) discardFile(item.id);
        this.show();
        this.onChange();
        this.button.focus();
    }

    show() {
        sync(this.list, this.items, (item) => item.id, (first) => fileRow(first, this));
        this.list.hidden = this.items.length === 0;
        mark(this.button, "aria-disabled", this.items.length >= most ? "true" : undefined);
        this.onState?.();
    }
}

const isReady = (/** @type {Item} */ { state }) => state === "ready";

/** A file's name and size, how much of it is sent, and what can be done with it. */
function fileRow(/** @type {Item} */ first, /** @type {Pick<FilePicker, "send" | "remove">} */ picker) {
    const note = el("span", { class: "small soft" });
    const progress = el("progress", { max: 1, "aria-label": phrase("class.files.uploading", { name: first.name }) });
    const node = el("li", { class: "file", data: { file: first.id } });
    return {
        node,
        /** @param {Item} item */
        update(item) {
            const { fault, name, part, size, state } = item;
            const isUploading = state === "uploading";
            if (node.dataset.state !== state) {
                mark(node, "data-state", state);
                fill(node,
                    el("span", { class: "result-text" }, el("bdi", { class: "name" }, name), note, isUploading && progress),
                    state === "failed" && item.source && size > 0 && size <= largest
                        && renamed(phrase("class.files.retryOne", { name }),
                            fileButton(phrase("class.files.retry"), () => picker.send(item))),
                    isUploading ? renamed(phrase("class.files.cancelOne", { name }),
                        fileButton(phrase("class.files.cancel"), () => picker.remove(item)))
                        : renamed(phrase("class.files.removeOne", { name }),
                            fileButton(phrase("class.files.remove"), () => picker.remove(item))));
            }
            progress.value = part;
            fill(note, state === "failed" ? el("span", { class: "bad" }, fault)
                : isUploading ? phrase("class.files.progress", { size: sizeText(size), percent: Math.floor(part * 100) })
                    : sizeText(size));
        },
    };
}

/** @type {(label: string, run: () => void) => HTMLElement} */
const fileButton = (label, run) => el("button", { class: "button button-small", onclick: run }, label);
