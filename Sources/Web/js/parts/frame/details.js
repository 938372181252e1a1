// The details of what a page shows: beside it in a wide window, otherwise in a sheet.
import { el, fill } from "../../dom.js";
import { loaded } from "../../client.js";
import { sheet } from "../controls/dialog.js";
import { failure, skeleton } from "../controls/states.js";

/**
 * @typedef {object} Place
 * @property {AbortSignal} signal ends them
 * @property {() => void} [close] closes the sheet
 * @property {(update: () => void, signal: AbortSignal) => void} follow calls `update` with each `update` of the details
 */

/**
 * The details of a page, in their place. What makes them is loaded when they are shown.
 * @template Module
 */
export class Details {
    wide = matchMedia("(width >= 1280px)");
    isBeside = false;
    /** @type {Set<() => void>} */
    shown = new Set();

    /**
     * @param {import("./frame.js").Context} context
     * @param {string} title of the sheet
     * @param {() => Promise<Module>} load
     * @param {(module: Module, place: Place) => HTMLElement} make
     */
    constructor(context, title, load, make) {
        this.context = context;
        this.title = title;
        this.load = load;
        this.make = make;
        if (this.wide.matches) context.details(skeleton(2));
    }

    /** @type {Place["follow"]} */
    follow = (update, signal) => {
        this.shown.add(update);
        signal.addEventListener("abort", () => this.shown.delete(update));
    };

    /**
     * The details, or what stands there until what makes them is loaded.
     * @param {Place} place
     */
    node(place) {
        const waiting = el("div", {}, skeleton(2));
        const show = () => loaded(this.load()).then((module) => {
            if (!place.signal.aborted) waiting.replaceWith(this.make(module, place));
        }, (problem) => fill(waiting, failure(problem, show)));
        show();
        return waiting;
    }

    /** Shows them beside the page, where the window is wide. */
    show() {
        const { context, follow, isBeside, wide } = this;
        if (!isBeside && wide.matches) context.details(this.node({ signal: context.signal, follow }));
        this.isBeside ||= wide.matches;
    }

    /** Shows in them what is true now. */
    update() {
        for (const update of this.shown) update();
    }

    /** @param {HTMLElement} opener */
    open(opener) {
        const stop = new AbortController();
        const { context: { signal }, follow, title } = this;
        const content = this.node({ signal: stop.signal, follow, close: () => close() });
        const close = sheet(title, content, { opener, signal, onClose: () => stop.abort() });
    }
}
