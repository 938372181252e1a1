// Files that are being attached: picked, dropped or pasted, and sent at once.
import { address } from "../../client.js";
import { el, fill, mark, sync } from "../../dom.js";
import { discardFile, sendFile } from "../../client/class.js";
import { sizeText } from "./class-words.js";
import { say, sentence } from "../controls/states.js";

/** @typedef {{id: string, name: string, size: number, at: number}} KeptFile */
/** @typedef {KeptFile & {state: "uploading" | "ready" | "failed", part: number, source?: File, fault?: string, stop?: AbortController}} Item */

const [most, largest] = [10, 20 * 1_048_576];
/** The server forgets a file that nothing names after so long, in milliseconds. */
const lifetime = 24 * 3_600_000;

/**
 * The files of a form.
 * @param {{onChange: () => void, signal: AbortSignal}} options
 */
export function filePicker({ onChange, signal }) {
    const input = el("input", { type: "file", multiple: true, class: "unseen", tabIndex: -1, "aria-label": "Files" });
    const button = el("button", { class: "button button-small", onclick: () => input.click() }, "Add files");
    const list = el("ul", { class: "list files" });
    const fault = el("p", { class: "small bad", role: "alert" });
    const node = el("div", { class: "stack-tight" }, list, el("div", { class: "line" }, button, input), fault);
    /** @type {Item[]} */
    let items = [];

    /** @param {readonly File[]} files */
    function add(files) {
        fill(fault);
        for (const source of files) {
            if (items.length >= most) return fill(fault, `At most ${most} files. The others weren't added.`);
            const item = /** @type {Item} */ ({ id: crypto.randomUUID(), name: source.name, size: source.size, at: Date.now(),
                state: "uploading", part: 0, source });
            items.push(item);
            if (source.size > largest) fail(item, "It is larger than 20 MB.");
            else if (source.size === 0) fail(item, "It is empty.");
            else send(item);
        }
    }

    /**
     * Adds copies of files that the server has. An entry names a file once and for good.
     * @param {readonly import("../../types/wire.js").File[]} files
     */
    async function copy(files) {
        const found = await Promise.allSettled(files.map(async ({ id, name, type }) => {
            const answer = await fetch(address("showFile", { fileID: id }));
            if (!answer.ok) throw new Error(name);
            return new File([await answer.blob()], name, { type });
        }));
        if (signal.aborted) return;
        add(found.flatMap((one) => one.status === "fulfilled" ? [one.value] : []));
        if (found.some(({ status }) => status === "rejected")) fill(fault, "Not every file could be added again.");
    }

    /** @param {Item} item */
    async function send(item) {
        if (!item.source) return;
        Object.assign(item, { state: "uploading", part: 0, fault: undefined, stop: new AbortController() });
        showFiles();
        try {
            const { name, size } = await sendFile(item.id, item.source, item.stop?.signal ?? signal, (part) => {
                item.part = part;
                showFiles();
            });
            Object.assign(item, { state: "ready", part: 1, name, size, at: Date.now() });
            say(`${name} is uploaded.`);
        } catch (problem) {
            if (item.stop?.signal.aborted) return;
            fail(item, sentence(problem));
        }
        showFiles();
        onChange();
    }

    /**
     * @param {Item} item
     * @param {string} text
     */
    function fail(item, text) {
        Object.assign(item, { state: "failed", fault: text });
        say(`${item.name}: ${text}`);
        showFiles();
    }

    /** @param {Item} item */
    function remove(item) {
        item.stop?.abort();
        items = items.filter((one) => one !== item);
        // Once all of it was sent, the server may have it although no answer came.
        if (item.part >= 1) discardFile(item.id);
        showFiles();
        onChange();
        button.focus();
    }

    function showFiles() {
        sync(list, items, (item) => item.id, row);
        list.hidden = items.length === 0;
        mark(button, "aria-disabled", items.length >= most ? "true" : undefined);
    }

    /** @param {Item} first */
    function row(first) {
        const node = el("li", { class: "file", data: { file: first.id } });
        const note = el("span", { class: "small soft" });
        const progress = el("progress", { max: 1, "aria-label": `Uploading ${first.name}` });
        return {
            node,
            /** @param {Item} item */
            update(item) {
                const { name, part, size, state } = item;
                const isUploading = state === "uploading";
                if (node.dataset.state !== state) {
                    const end = isUploading ? "Cancel" : "Remove";
                    mark(node, "data-state", state);
                    fill(node, el("span", { class: "result-text" }, el("bdi", { class: "name" }, name), note,
                        isUploading && progress),
                        state === "failed" && item.source && size > 0 && size <= largest
                            && el("button", { class: "button button-small", onclick: () => send(item),
                                "aria-label": `Retry ${name}` }, "Retry"),
                        el("button", { class: "button button-small", onclick: () => remove(item),
                            "aria-label": `${end} ${name}` }, end));
                }
                progress.value = part;
                fill(note, state === "failed" ? el("span", { class: "bad" }, item.fault)
                    : `${sizeText(size)}${isUploading ? ` · ${Math.floor(part * 100)} %` : ""}`);
            },
        };
    }

    input.addEventListener("change", () => {
        add([...input.files ?? []]);
        input.value = "";
    });
    signal.addEventListener("abort", () => items.forEach(({ state, stop }) => state === "uploading" && stop?.abort()));
    showFiles();

    return {
        node,
        copy,
        /**
         * Takes what is dropped on a form or pasted into it.
         * @param {HTMLElement} form
         */
        takeFrom(form) {
            form.addEventListener("paste", (event) => {
                const files = [...event.clipboardData?.files ?? []];
                if (files.length === 0) return;
                event.preventDefault();
                add(files);
            });
            for (const name of ["dragover", "drop"]) {
                form.addEventListener(name, (event) => {
                    if (!(event instanceof DragEvent) || !event.dataTransfer?.types.includes("Files")) return;
                    event.preventDefault();
                    if (name === "drop") add([...event.dataTransfer.files]);
                });
            }
        },
        ids: () => items.filter(({ state }) => state === "ready").map(({ id }) => id),
        /** Why the form can't be sent yet, if it can't. */
        fault: () => items.some(({ state }) => state === "uploading") ? "A file is still on its way."
            : items.some(({ state }) => state === "failed") ? "A file has failed: send it again or remove it." : "",
        /** What a draft keeps. @returns {KeptFile[]} */
        kept: () => items.filter(({ state }) => state === "ready").map(({ id, name, size, at }) => ({ id, name, size, at })),
        /** @param {readonly KeptFile[]} kept */
        put(kept) {
            items = kept.filter(({ at }) => Date.now() - at < lifetime).map((one) => ({ ...one, state: "ready", part: 1 }));
            showFiles();
        },
    };
}
