// My mark of watched in an open room. One that would show what is hidden is for ten seconds neither sent nor shown, and can be
// undone.
import { outbox } from "../../client.js";
import { say } from "../controls/states.js";
import { showFailure, undoable } from "../controls/undo.js";

/** The outbox sends a mark whose page has gone after so many seconds. The bar stays for longer while it has the focus. */
const longestHold = 60;

/**
 * @typedef {object} Actions
 * @property {() => boolean} isHiding whether somebody's comment is hidden from me
 * @property {(isWatched: boolean) => void} onMark is called before the mark is set or taken back
 * @property {() => void} onChange
 */

/**
 * @param {string} roomID
 * @param {AbortSignal} signal
 * @param {Actions} actions
 */
export function watchedMark(roomID, signal, { isHiding, onMark, onChange }) {
    /** @type {(() => void) | undefined} */
    let takeBack;
    /** Whether a mark is on its way to the disk. */
    let isWriting = false;

    /**
     * Writes to the outbox.
     * @param {() => Promise<void>} write
     * @returns {Promise<boolean>} whether it is kept; otherwise the page says that it isn't
     */
    async function isKept(write) {
        isWriting = true;
        const kept = await write().then(() => true, () => false);
        isWriting = false;
        if (!kept) showFailure("It can’t be kept on this device. The mark is as it was.");
        return kept;
    }

    /** The mark counts, too, if the page goes before the ten seconds are over. */
    async function hold() {
        const isHeld = await isKept(() => outbox.markWatched(roomID, { holdFor: longestHold }));
        if (!isHeld || signal.aborted) return;
        takeBack = undoable({
            said: "Marked as watched. In ten seconds you see what the others wrote.", now: "Show now", counts: true, signal,
            run: async () => {
                onMark(true);
                await isKept(() => outbox.markWatched(roomID));
                end();
            },
            undo: async () => {
                await isKept(() => outbox.unmarkWatched(roomID));
                end();
            },
        });
        onChange();
    }

    function end() {
        takeBack = undefined;
        onChange();
    }

    return {
        /** Whether the mark waits, and can still be undone. */
        isHeld: () => takeBack !== undefined,
        /**
         * Marks the room as watched, or takes that back.
         * @param {boolean} isWatched
         */
        async set(isWatched) {
            if (isWriting) return;
            if (takeBack) return takeBack();
            if (isWatched && isHiding()) return hold();
            onMark(isWatched);
            if (!await isKept(() => isWatched ? outbox.markWatched(roomID) : outbox.unmarkWatched(roomID))) return;
            say(isWatched ? "Marked as watched." : "No longer marked as watched.");
            onChange();
        },
    };
}
