// The gate: hides what lies ahead of me until I have watched or ask for everything, and shows its edge.
import { el, fill, mark } from "../../dom.js";
import { hides } from "../../client/room.js";
import { replica, session } from "../../client.js";
import { timestamp } from "../../client/timestamp.js";
import { undoable } from "../controls/undo.js";

/** @typedef {import("../../types/app.js").ShownComment} ShownComment */

/**
 * @param {string} roomID
 * @param {import("./watch-position.js").WatchPosition} where
 * @param {{signal: AbortSignal, onOpen: () => void, ask: () => void}} actions `ask` asks where I am.
 */
export function spoilerGate(roomID, where, { signal, onOpen, ask }) {
    const sentence = el("p", {});
    const hint = el("p", { class: "small soft" });
    const everything = el("button", { class: "button", onclick: open }, "Show everything");
    const actions = el("div", { class: "line" }, el("button", { class: "button", onclick: ask }, "I'm at …"), everything);
    const node = el("div", { class: "gate", hidden: true }, sentence, hint, actions);
    let isEverythingShown = false;
    let isHiding = false;
    let isLeading = false;
    /** @type {import("../../client/room.js").Reader | undefined} */
    let reader;
    /** The next second at which something appears. */
    let next = Infinity;

    /** Shows everything after ten seconds. Who leaves the room before sees nothing more. */
    function open() {
        undoable({ said: "Everything is shown in ten seconds.", now: "Show now", signal, run: () => {
            isEverythingShown = true;
            onOpen();
        } });
    }

    function look() {
        const room = replica.room(roomID);
        if (isEverythingShown || !session.preference("gate") || !room?.mine || room.watched) return undefined;
        const watched = room.members.filter((member) => member.watchedAt);
        const ids = (/** @type {typeof watched} */ members) => new Set(members.map((member) => member.user.id));
        return { userID: room.mine.user.id, second: where.second(), memberIDs: ids(room.members), watchedIDs: ids(watched) };
    }

    function showPlace() {
        const second = where.second();
        fill(sentence, second === undefined ? "You haven't watched this yet." : `You are at ${timestamp(second)}.`);
        if (!isLeading) fill(hint,
            second === undefined ? "What the others say comes as you watch." : "What was said after comes as you watch.");
    }

    return {
        node,
        /** The place of the button by which one starts to watch, while that is the first thing to do. */
        actions,
        /** @param {ShownComment} comment */
        isHidden: (comment) => reader !== undefined && hides(comment, reader),
        isShut: () => !node.hidden,
        /** Whether somebody's comment is hidden now. */
        isHiding: () => isHiding,
        /**
         * Looks who reads, and where.
         * @param {readonly ShownComment[]} all
         */
        update(all) {
            const now = reader = look();
            const hidden = now ? all.filter((comment) => hides(comment, now)) : [];
            isHiding = hidden.length > 0;
            next = Math.min(...hidden.map((comment) => comment.seconds).filter((second) => second > (now?.second ?? -1)));
            node.hidden = !now || (now.memberIDs.size < 2 && hidden.length === 0);
            mark(node, "data-gate", !node.hidden);
            showPlace();
        },
        /** Follows me. Returns whether something appears or goes, so that an update is due. */
        move() {
            const [before, now] = [reader?.second, where.second()];
            showPlace();
            return reader !== undefined && before !== now
                && (before === undefined || now === undefined || now < before || now >= next);
        },
        /**
         * Says where a link leads that is hidden.
         * @param {number} seconds
         */
        lead(seconds) {
            isLeading = true;
            const place = seconds === 0 ? "General" : timestamp(seconds);
            fill(hint, `The link leads to ${place}, which is hidden until you are there.`);
            node.scrollIntoView({ block: "center" });
            everything.focus();
        },
    };
}
