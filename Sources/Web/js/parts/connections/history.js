// Bringing along what somebody watched elsewhere: files are chosen or dropped, a preview says what will be made, and then it is.
import { replica } from "../../client.js";
import { HistoryFault, readHistory } from "../../client/history.js";
import { el, fill, mark } from "../../dom.js";
import { say, skeleton } from "../controls/states.js";
import { outcomePart, progressPart } from "./history-progress.js";
import { previewPart } from "./history-preview.js";
import { HistoryRun } from "./history-run.js";
import { filesOf, NoZip } from "./unzip.js";

/** @typedef {import("../../client/history.js").Thing} Thing */

/** Where each service gives people their files. */
const services = /** @type {const} */ ([
    ["Trakt", "Settings, Data, Export. It gives you a ZIP."],
    ["TV Time", "Its page for your data (GDPR) sends you a ZIP. Its episodes need this server’s catalogue."],
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
        say("Reading the files.");
        try {
            const reading = readHistory(await contentsOf(files), replica.now());
            if (reading.things.length === 0) return this.refuse(emptyWords(reading));
            const send = () => this.send(new HistoryRun(reading.things));
            fill(this.place, previewPart(reading, { send, again: () => this.choose() }));
            this.focus("h2");
        } catch (error) {
            if (!(error instanceof HistoryFault)) throw error;
            this.refuse(`${error.message} Nothing was imported.`);
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
    ? "None of these files holds a history. Choose the ZIP, or its files with the names that they have in it."
    : leftOut.length > 0 ? "Nothing in these files can be imported: no play has both a time and a name."
        : "There is nothing in these files yet.";

/**
 * The bytes of files, of a ZIP those in it that may hold a history.
 * @param {readonly File[]} files
 * @returns {Promise<import("../../client/history.js").HistoryFile[]>}
 */
async function contentsOf(files) {
    const found = await Promise.all(files.map(async (file) => {
        const read = () => file.arrayBuffer().catch(() => {
            throw new HistoryFault(file.name, "can’t be read any more. Choose it again.");
        });
        if (!/\.zip$/i.test(file.name)) return [{ name: file.name, bytes: new Uint8Array(await read()) }];
        try {
            return await Promise.all(filesOf(await read()).filter(({ name }) => mayHoldHistory(name))
                .map(async ({ bytes, name }) => ({ name, bytes: await bytes() })));
        } catch (error) {
            if (!(error instanceof NoZip)) throw error;
            throw new HistoryFault(file.name, "can’t be unpacked here. Unpack it, and choose its files.");
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
    el("p", {}, "Everything that you watched elsewhere becomes a room of your own, mostly in the archive. Nobody is notified, "
        + "and rooms that you share stay as they are."), dropPlace(take, fault),
    el("section", { class: "block", "aria-labelledby": "from" }, el("h2", { id: "from" }, "Where the files come from"),
        el("dl", { class: "card list programs" }, ...services.map(([service, way]) =>
            el("div", {}, el("dt", { class: "name" }, service), el("dd", { class: "small soft" }, way))))));

/**
 * The place on which files are dropped, with the button that chooses some.
 * @param {(files: File[]) => void} take
 * @param {string} [fault]
 */
function dropPlace(take, fault) {
    const input = el("input", { type: "file", multiple: true, class: "unseen", tabIndex: -1, accept: ".zip,.json,.csv",
        "aria-label": "Files of a history", onchange: () => take([...input.files ?? []]) });
    const drop = el("div", { class: "drop" }, el("p", { class: "drop-here" }, "Drop the files here, or"),
        el("button", { class: "button button-main", onclick: () => input.click() }, "Choose files"), input,
        el("p", { class: "small soft" }, "The ZIP of Trakt or TV Time, or the files in it."),
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
