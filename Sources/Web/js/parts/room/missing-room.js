// What stands in place of a room that there isn't, that isn't one's own, or that can't be loaded. If a friend has opened it, one
// can ask to join.
import { loaded } from "../../client.js";
import { bar, el, fill } from "../../dom.js";
import { emptyState, failure } from "../controls/states.js";
import { jump } from "../controls/unseen-pill.js";
import { subjectTitle } from "../watch/room-row.js";
import { phrase, phraseAround } from "../../phrases.js";

const watchLink = () => el("a", { class: "button", href: "/watch" }, phrase("room.missing.watch"));

/** The page in place of a room that the person can't see. */
export class MissingRoom {
    heading = el("h1", {});
    body = el("div", {});
    node = el("div", { class: "room-missing" }, bar("/watch", this.heading), this.body);
    isOffered = false;

    /**
     * @param {string} roomID
     * @param {AbortSignal} signal
     * @param {() => void} again
     */
    constructor(roomID, signal, again) {
        this.roomID = roomID;
        this.signal = signal;
        this.again = again;
    }

    /**
     * @param {HTMLElement} place of the room
     * @param {unknown} problem undefined if the room has gone, or isn't the person's
     */
    show(place, problem) {
        this.update(problem);
        if (this.node.isConnected) return;
        const hadFocus = place.contains(document.activeElement);
        fill(place, this.node);
        // On a phone, the tabs stand where the composer was.
        document.documentElement.dataset.page = "missing-room";
        if (hadFocus) jump(this.heading);
    }

    /**
     * @param {HTMLElement} place
     * @param {Node[]} room what stands there again
     */
    hide(place, room) {
        fill(place, ...room);
        document.documentElement.dataset.page = "room";
    }

    /** @param {unknown} problem */
    update(problem) {
        if (problem !== undefined) {
            this.isOffered = false;
            fill(this.heading, phrase("room.missing.notLoaded"));
            return fill(this.body, failure(problem, this.again));
        }
        if (this.isOffered) return;
        this.isOffered = true;
        this.showNothing();
        this.offer().catch(() => { this.isOffered = false; });
    }

    showNothing() {
        fill(this.heading, phrase("room.missing.title"));
        fill(this.body, emptyState(phrase("room.missing.about"), watchLink()));
    }

    async offer() {
        const { aboutJoinable, askButton, followJoinable } = await loaded(import("../watch/joinable-rooms.js"));
        if (this.signal.aborted) return;
        followJoinable(this.signal, (rooms) => {
            if (!this.isOffered) return;
            const room = rooms.find(({ id }) => id === this.roomID);
            if (!room) return this.showNothing();
            const hadFocus = this.body.contains(document.activeElement);
            fill(this.heading, el("bdi", {}, subjectTitle(room.subject)));
            fill(this.body, el("div", { class: "empty" }, 
                el("p", {}, phraseAround("room.missing.joinable", { about: aboutJoinable(room) }).flat()),
                el("div", { class: "line" }, askButton(room), watchLink())));
            if (hadFocus) this.body.querySelector("button")?.focus();
        });
    }
}
