// My mark of watched in an open room. One that would show what is hidden is for ten seconds neither sent nor shown, and can be
// undone.
import { outbox } from "../../client.js";
import { say } from "../controls/states.js";
import { undoable } from "../controls/undo.js";

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

    /** The mark counts, too, if the page goes before the ten seconds are over. */
    function hold() {
        outbox.markWatched(roomID, { holdFor: longestHold });
        takeBack = undoable({
            said: "Marked as watched. In ten seconds you see what the others wrote.", now: "Show now", counts: true, signal,
            run: async () => {
                onMark(true);
                await outbox.markWatched(roomID);
                end();
            },
            undo: () => {
                outbox.unmarkWatched(roomID);
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
            if (takeBack) return takeBack();
            if (isWatched && isHiding()) return hold();
            onMark(isWatched);
            await (isWatched ? outbox.markWatched(roomID) : outbox.unmarkWatched(roomID));
            say(isWatched ? "Marked as watched." : "No longer marked as watched.");
            onChange();
        },
    };
}
