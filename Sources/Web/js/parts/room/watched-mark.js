// My mark of watched in an open room. One that would show what is hidden is for three seconds neither sent nor shown, and can
// be undone.
import { outbox } from "../../client.js";
import { say } from "../controls/states.js";
import { showFailure, undoable } from "../controls/undo.js";
import { phrase } from "../../phrases.js";

/** The seconds after which the outbox sends a mark whose page is gone. The bar stays for longer while it has the focus. */
const longestHold = 60;

/**
 * @typedef {object} Actions
 * @property {() => boolean} isHiding whether somebody's comment is hidden from me
 * @property {(isWatched: boolean) => void} onMark is called before the mark is set or taken back
 * @property {(isHeld: boolean) => void} onHold is called when a mark begins to wait, and when it is taken back
 * @property {() => void} onChange
 */

/** The person's watched mark in an open room. */
export class WatchedMark {
    /**
     * Takes the mark back that waits.
     * @type {(() => void) | undefined}
     */
    takeBack = undefined;
    /** Whether a mark is on its way to the disk. */
    isWriting = false;

    /**
     * @param {string} roomID
     * @param {AbortSignal} signal
     * @param {Actions} actions
     */
    constructor(roomID, signal, actions) {
        this.roomID = roomID;
        this.signal = signal;
        this.actions = actions;
    }

    /** Whether the mark waits, and can still be undone. */
    isHeld() {
        return this.takeBack !== undefined;
    }

    /**
     * Marks the room as watched, or takes that back.
     * @param {boolean} isWatched
     */
    async set(isWatched) {
        const { isHiding, onChange, onMark } = this.actions;
        if (this.isWriting) return;
        if (this.takeBack) return this.takeBack();
        if (isWatched && isHiding()) return this.hold();
        onMark(isWatched);
        if (!await this.isKept(isWatched)) return;
        say(phrase(isWatched ? "room.mark.set" : "room.mark.takenBack"));
        onChange();
    }

    /** The mark counts, too, if the page goes before the three seconds are over. */
    async hold() {
        const { signal } = this;
        if (!await this.isKept(true, { holdFor: longestHold }) || signal.aborted) return;
        this.actions.onHold(true);
        this.takeBack = undoable({
            said: phrase("room.mark.held"), now: phrase("room.showNow"), seconds: 3, counts: true, signal,
            run: () => {
                this.actions.onMark(true);
                return this.end(true);
            },
            undo: () => {
                this.actions.onHold(false);
                this.end(false);
            },
        });
        this.actions.onChange();
    }

    /**
     * Ends the wait.
     * @param {boolean} isWatched
     */
    async end(isWatched) {
        await this.isKept(isWatched);
        this.takeBack = undefined;
        this.actions.onChange();
    }

    /**
     * Puts the mark into the outbox. Returns whether it is kept there; otherwise the page says that it isn't.
     * @param {boolean} isWatched
     * @param {{holdFor?: number}} [options]
     */
    async isKept(isWatched, options) {
        const { roomID } = this;
        this.isWriting = true;
        const write = isWatched ? outbox.markWatched(roomID, options) : outbox.unmarkWatched(roomID);
        const kept = await write.then(() => true, () => false);
        this.isWriting = false;
        if (!kept) showFailure(phrase("room.mark.notKept"));
        return kept;
    }
}
