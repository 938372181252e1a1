// The gate: hides what lies ahead of me until I have watched or ask for everything, and shows its edge.
import { el, fill, mark } from "../../dom.js";
import { hides } from "../../client/room.js";
import { replica, session } from "../../client.js";
import { timestamp } from "../../client/timestamp.js";
import { keepInView } from "./heights.js";
import { say } from "../controls/states.js";
import { undoable } from "../controls/undo.js";
import { phrase } from "../../phrases.js";

/** @typedef {import("../../types/app.js").ShownComment} ShownComment */
/**
 * @typedef {object} Actions
 * @property {AbortSignal} signal
 * @property {() => void} onOpen
 * @property {() => void} onShut
 * @property {() => void} ask asks where I am
 */

/**
 * How many comments are hidden.
 * @param {number} count
 */
export const countText = (count) => count === 0 ? "" : phrase("room.gate.hidden", { count });

/** Decides which comments are hidden from the person, and shows where that begins. */
export class SpoilerGate {
    isEverythingShown = false;
    isLeading = false;
    /** Whether it knows what is hidden. */
    hasLooked = false;
    /** Whether somebody's comment is hidden now. */
    isHiding = false;
    /**
     * Who reads, and where; undefined while nothing is hidden.
     * @type {import("../../client/room.js").Reader | undefined}
     */
    reader = undefined;
    /** The next second at which something appears, and where I was at the last look. */
    next = Infinity;
    /** @type {number | undefined} */
    before = undefined;
    /** Whether something lies ahead, or its pictures do. */
    hasMore = false;

    /**
     * @param {string} roomID
     * @param {import("./watch-position.js").WatchPosition} where
     * @param {Actions} actions
     */
    constructor(roomID, where, actions) {
        this.roomID = roomID;
        this.where = where;
        this.around = actions;
        this.sentence = el("p", {});
        this.hint = el("p", { class: "small soft" });
        this.everything = el("button", { class: "text-button gate-open", onclick: () => this.open() },
            phrase("room.gate.open"));
        /** How many comments are hidden. */
        this.count = el("span", { class: "small soft" });
        /** The place of the button by which one starts to watch, while that is the first thing to do. */
        this.set = el("button", { class: "button", onclick: actions.ask }, phrase("room.gate.setPlace"));
        this.actions = el("div", { class: "line" }, this.set);
        this.node = el("div", { class: "gate", hidden: true, tabIndex: -1 }, this.sentence, this.hint, this.actions,
            el("div", { class: "gate-rest" }, this.count, this.everything));
        /** Stands above the composer while everything is shown. */
        this.note = el("p", { class: "shown-note small", hidden: true }, phrase("room.gate.isOpen"),
            el("button", { class: "button button-small", onclick: () => this.shut() }, phrase("room.gate.shut")));
    }

    /** Shows everything after three seconds. Who leaves the room before sees nothing more. */
    open() {
        const { onOpen, signal } = this.around;
        undoable({ said: phrase("room.gate.opens"), now: phrase("room.showNow"), seconds: 3, signal, run: () => {
            this.isEverythingShown = true;
            onOpen();
        } });
    }

    /** Hides again what lies ahead. */
    shut() {
        this.isEverythingShown = false;
        this.around.onShut();
        say(phrase("room.gate.isShut"));
        this.everything.focus();
    }

    /** @param {ShownComment} comment */
    isHidden = (comment) => this.reader !== undefined && hides(comment, this.reader);

    isShut() {
        return !this.node.hidden;
    }

    /**
     * Looks who reads, and where.
     * @param {readonly ShownComment[]} all
     */
    update(all) {
        const { isEverythingShown, node } = this;
        this.hasLooked = true;
        const found = this.look();
        const reader = this.reader = isEverythingShown ? undefined : found;
        this.note.hidden = !isEverythingShown || !found;
        const hidden = all.filter((comment) => this.isHidden(comment));
        this.isHiding = hidden.length > 0;
        fill(this.count, countText(hidden.filter(({ folded }) => !folded).length));
        const later = all.filter((comment) => this.isHidden(comment) || this.keepsPictures(comment));
        this.hasMore = reader !== undefined || later.length > 0;
        const before = this.before = this.where.second();
        this.next = Math.min(...later.map(({ seconds }) => seconds).filter((second) => second > (before ?? -1)));
        node.hidden = !reader || (reader.memberIDs.size < 2 && hidden.length === 0);
        mark(node, "data-gate", !node.hidden);
        this.showPlace();
    }

    /** Who reads, and where, unless nothing is to be hidden from them. */
    look() {
        return session.preference("gate") ? this.who() : undefined;
    }

    /**
     * Whether the server has a comment's pictures for later: also while everything is shown (rule 28.8).
     * @param {ShownComment} comment
     */
    keepsPictures = (comment) => {
        const reader = comment.pictures && this.who();
        return reader !== undefined && hides(comment, reader);
    };

    /** Who reads, and where, unless they have watched. */
    who() {
        const room = replica.room(this.roomID);
        if (!room?.mine || room.watched) return undefined;
        const watched = room.members.filter((member) => member.watchedAt);
        const ids = (/** @type {typeof watched} */ members) => new Set(members.map((member) => member.user.id));
        const second = this.where.second();
        return { userID: room.mine.user.id, second, memberIDs: ids(room.members), watchedIDs: ids(watched) };
    }

    /** Follows me. Returns whether something appears or goes, so that an update is due. */
    move() {
        const { before, hasMore, next } = this;
        const now = this.where.second();
        this.showPlace();
        return hasMore && before !== now
            && (before === undefined || now === undefined || now < before || now >= next);
    }

    showPlace() {
        const isBegun = this.set.hidden = this.where.second() !== undefined;
        mark(this.node, "data-begun", isBegun);
        const hasEnded = this.where.hasEnded();
        fill(this.sentence, phrase(hasEnded ? "room.gate.ended" : isBegun ? "room.gate.begun" : "room.gate.notBegun"));
        if (this.isLeading) return;
        fill(this.hint, hasEnded ? phrase("room.gate.afterEnd", { kind: this.kind() })
            : !isBegun && phrase("room.gate.how"));
    }

    /** Of what the room is: an episode, a film, or something else. */
    kind() {
        return replica.room(this.roomID)?.subject.kind ?? "tv";
    }

    /**
     * Says where a link leads that is hidden.
     * @param {number} seconds
     */
    lead(seconds) {
        this.isLeading = true;
        fill(this.hint, seconds === 0 ? phrase("room.gate.leadsToWhole", { kind: this.kind() })
            : phrase("room.gate.leads", { time: timestamp(seconds) }));
        (this.set.hidden ? this.node : this.set).focus({ preventScroll: true });
        // What stands above and below it grows while the room loads.
        keepInView(this.node, [this.note.parentElement, this.node.parentElement]);
    }
}
