// Bringing along what somebody watched elsewhere: files are chosen or dropped, a preview says what will be made, and then it is.
import { replica } from "../../client.js";
import { HistoryFault, readHistory } from "../../client/history.js";
import { el, fill, mark } from "../../dom.js";
import { say, skeleton } from "../controls/states.js";
import { outcomePart, progressPart } from "./history-progress.js";
import { previewPart } from "./history-preview.js";
import { HistoryRun } from "./history-run.js";
import { filesOf, NoZip } from "./unzip.js";
import { phrase } from "../../phrases.js";

/** @typedef {import("../../client/history.js").Thing} Thing */

/** Where each service gives people their files. */
const services = /** @type {const} */ ([
    [phrase("connections.service.trakt"), phrase("connections.service.traktWay")],
    [phrase("connections.service.tvTime"), phrase("connections.service.tvTimeWay")],
]);

/**
 * The page that brings a history along.
 * @param {import("../frame/frame.js").Context} context
 */
export function historyPage({ signal }) {
    return new HistoryPage(signal).node;
}

class HistoryPage {
    place = el("div", {});
    node = el("div", { class: "narrow stack" }, this.place);

    /** @param {AbortSignal} signal */
    constructor(signal) {
        this.signal = signal;
        this.choose();
    }

    /** @param {string} [fault] what is wrong with the files that were chosen */
    choose(fault) {
        fill(this.place, choosing((files) => this.read(files), fault));
    }

    /** @param {readonly File[]} files */
    async read(files) {
        if (files.length === 0) return;
        fill(this.place, skeleton(3));
        say(phrase("connections.history.reading"));
        try {
            const reading = readHistory(await contentsOf(files), replica.now());
            if (reading.things.length === 0) return this.refuse(emptyWords(reading));
            const send = () => this.send(new HistoryRun(reading.things));
            fill(this.place, previewPart(reading, { send, again: () => this.choose() }));
            this.focus("h2");
        } catch (error) {
            if (!(error instanceof HistoryFault || error instanceof FileFault)) throw error;
            this.refuse(phrase("connections.history.refused", { reason: error.message }));
        }
    }

    /** @param {string} fault */
    refuse(fault) {
        this.choose(fault);
        this.focus("button");
    }

    /** @param {HistoryRun} run */
    send(run) {
        const progress = progressPart(run, { signal: this.signal, done: () => this.showOutcome(run) });
        fill(this.place, progress.node);
        this.focus("button");
        progress.begin();
    }

    /** @param {HistoryRun} run */
    showOutcome(run) {
        fill(this.place, outcomePart(run, { more: (things) => this.send(new HistoryRun(things)), again: () => this.choose() }));
        this.focus("h2");
    }

    /** @param {string} selector */
    focus(selector) {
        const target = this.place.querySelector(selector);
        if (!(target instanceof HTMLElement)) return;
        if (selector === "h2") target.tabIndex = -1;
        target.focus();
    }
}

/**
 * Why nothing can be brought along of files that were read.
 * @param {Pick<ReturnType<typeof readHistory>, "read" | "leftOut">} reading
 */
export const emptyWords = ({ leftOut, read }) => read.length === 0
    ? phrase("connections.history.noHistory")
    : phrase(leftOut.length > 0 ? "connections.history.allLeftOut" : "connections.history.empty");

/** Why a file can't be read, as a sentence. */
class FileFault extends Error {}

/**
 * The bytes of files, of a ZIP those in it that may hold a history.
 * @param {readonly File[]} files
 * @returns {Promise<import("../../client/history.js").HistoryFile[]>}
 */
async function contentsOf(files) {
    const found = await Promise.all(files.map(async (file) => {
        const read = () => file.arrayBuffer().catch(() => {
            throw new FileFault(phrase("connections.history.unreadable", { file: file.name }));
        });
        if (!/\.zip$/i.test(file.name)) return [{ name: file.name, bytes: new Uint8Array(await read()) }];
        try {
            return await Promise.all(filesOf(await read()).filter(({ name }) => mayHoldHistory(name))
                .map(async ({ bytes, name }) => ({ name, bytes: await bytes() })));
        } catch (error) {
            if (!(error instanceof NoZip)) throw error;
            throw new FileFault(phrase("connections.history.packed", { file: file.name }));
        }
    }));
    return found.flat();
}

/** @param {string} name */
const mayHoldHistory = (name) => /^(watched-|tracking-prod-records)/.test(name);

/**
 * The place for files, and where they come from.
 * @param {(files: File[]) => void} take
 * @param {string} [fault]
 */
const choosing = (take, fault) => el("div", { class: "stack" },
    el("p", {}, phrase("connections.history.about")), dropPlace(take, fault),
    el("section", { class: "block", "aria-labelledby": "from" }, el("h2", { id: "from" }, phrase("connections.service.title")),
        el("dl", { class: "card list programs" }, ...services.map(([service, way]) =>
            el("div", {}, el("dt", { class: "name" }, service), el("dd", { class: "small soft" }, way))))));

/**
 * The place on which files are dropped, with the button that chooses some.
 * @param {(files: File[]) => void} take
 * @param {string} [fault]
 */
function dropPlace(take, fault) {
    const input = el("input", { type: "file", multiple: true, class: "unseen", tabIndex: -1, accept: ".zip,.json,.csv",
        "aria-label": phrase("connections.history.files"), onchange: () => take([...input.files ?? []]) });
    const drop = el("div", { class: "drop" }, el("p", { class: "drop-here" }, phrase("connections.history.drop")),
        el("button", { class: "button button-main", onclick: () => input.click() }, phrase("connections.history.choose")), input,
        el("p", { class: "small soft" }, phrase("connections.history.which")),
        el("p", { class: "fault", role: "alert", hidden: !fault }, fault));
    for (const name of ["dragover", "dragleave", "drop"]) {
        drop.addEventListener(name, (event) => {
            if (!(event instanceof DragEvent) || !event.dataTransfer?.types.includes("Files")) return;
            event.preventDefault();
            mark(drop, "data-over", name === "dragover");
            if (name === "drop") take([...event.dataTransfer.files]);
        });
    }
    return drop;
}
