// Where the details of an open room are: beside it in a wide window, otherwise in a sheet.
import { sheet } from "../parts/controls/dialog.js";
import { skeleton } from "../parts/controls/states.js";
import roomInfo from "./room-info.js";

/** The details of an open room, in their place. */
export class RoomDetails {
    wide = matchMedia("(width >= 1280px)");
    isBeside = false;
    /** @type {Set<() => void>} */
    shown = new Set();

    /**
     * @param {string} roomID
     * @param {import("../parts/frame/frame.js").Context} context
     * @param {Omit<Parameters<typeof roomInfo>[1], "signal" | "close" | "follow">} about
     */
    constructor(roomID, context, about) {
        this.roomID = roomID;
        this.context = context;
        this.about = { ...about, follow: (/** @type {() => void} */ update, /** @type {AbortSignal} */ signal) => {
            this.shown.add(update);
            signal.addEventListener("abort", () => this.shown.delete(update));
        } };
        if (this.wide.matches) context.details(skeleton(2));
    }

    /** Shows them beside the room, where the window is wide. */
    show() {
        const { about, context, isBeside, roomID, wide } = this;
        if (!isBeside && wide.matches) context.details(roomInfo(roomID, { ...about, signal: context.signal }));
        this.isBeside ||= wide.matches;
    }

    /** Shows where people are now. */
    update() {
        for (const update of this.shown) update();
    }

    /** @param {HTMLElement} opener */
    open(opener) {
        const stop = new AbortController();
        const content = roomInfo(this.roomID, { ...this.about, signal: stop.signal, close: () => close() });
        const { signal } = this.context;
        const close = sheet("About this room", content, { opener, signal, onClose: () => stop.abort() });
    }
}
