// The details of what a page shows: beside it in a wide window, otherwise in a sheet.
import { sheet } from "../controls/dialog.js";
import { skeleton } from "../controls/states.js";

/**
 * @typedef {object} Place
 * @property {AbortSignal} signal ends them
 * @property {() => void} [close] closes the sheet
 * @property {(update: () => void, signal: AbortSignal) => void} follow calls `update` with each `update` of the details
 */

/** The details of a page, in their place. */
export class Details {
    wide = matchMedia("(width >= 1280px)");
    isBeside = false;
    /** @type {Set<() => void>} */
    shown = new Set();

    /**
     * @param {import("./frame.js").Context} context
     * @param {string} title of the sheet
     * @param {(place: Place) => HTMLElement} make
     */
    constructor(context, title, make) {
        this.context = context;
        this.title = title;
        this.make = make;
        if (this.wide.matches) context.details(skeleton(2));
    }

    /** @type {Place["follow"]} */
    follow = (update, signal) => {
        this.shown.add(update);
        signal.addEventListener("abort", () => this.shown.delete(update));
    };

    /** Shows them beside the page, where the window is wide. */
    show() {
        const { context, follow, isBeside, wide } = this;
        if (!isBeside && wide.matches) context.details(this.make({ signal: context.signal, follow }));
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
        const content = this.make({ signal: stop.signal, follow, close: () => close() });
        const close = sheet(title, content, { opener, signal, onClose: () => stop.abort() });
    }
}
