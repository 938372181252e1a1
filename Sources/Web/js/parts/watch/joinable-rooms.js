// The rooms of friends that one may ask to join, and the way to ask.
import { replica } from "../../client.js";
import { answers } from "../../client/answers.js";
import { el, fill } from "../../dom.js";
import { phrase, phraseAround } from "../../phrases.js";
import { actionButton } from "../controls/form.js";
import { whenNear } from "../controls/near-window.js";
import { discs, namesInWords } from "../controls/person.js";
import { agoInWords } from "../controls/time.js";
import { undoable } from "../controls/undo.js";
import { poster, subjectTitle } from "./room-row.js";

/** @typedef {import("../../types/wire.js").JoinableRoom} JoinableRoom */

/**
 * Follows the rooms until the page is left.
 * @param {AbortSignal} signal
 * @param {(rooms: readonly JoinableRoom[]) => void} show
 */
export function followJoinable(signal, show) {
    let shown = "";
    const { stop, again } = answers.watch("listJoinableRooms", {}, ({ answer }) => {
        const key = JSON.stringify(answer);
        if (answer && key !== shown) show(answer.items);
        shown = key;
    });
    signal.addEventListener("abort", stop);
    signal.addEventListener("abort", replica.subscribe(["roomRequests", "friends"], () => { again(); }));
}

/**
 * The list. It isn't asked for before its place comes near the window, and isn't shown while there is none.
 * @param {AbortSignal} signal
 */
export function joinableRooms(signal) {
    const list = el("ul", { class: "card list" });
    const node = el("section", { class: "block", hidden: true, "aria-labelledby": "joinable" },
        el("h2", { id: "joinable" }, phrase("watch.join.title")), list);
    const place = el("div", {}, node);
    const stop = whenNear(place, signal, () => {
        stop();
        followJoinable(signal, show);
    });
    /** @param {readonly JoinableRoom[]} rooms */
    function show(rooms) {
        node.hidden = rooms.length === 0;
        const focused = document.activeElement?.closest("[data-joinable]")?.getAttribute("data-joinable");
        fill(list, ...rooms.map((room) => el("li", {}, joinableLine(room))));
        // The button that had the focus has another name now.
        if (focused) list.querySelector(`[data-joinable="${focused}"]`)?.querySelector("button")?.focus();
    }
    return place;
}

/** @param {JoinableRoom} room */
function joinableLine(room) {
    const { subject } = room;
    return el("div", { class: "setting", data: { joinable: room.id } },
        poster(subject.kind === "tv" ? subject.showTitle : subject.title, undefined, 56),
        el("div", { class: "setting-text" }, el("bdi", { class: "name" }, subjectTitle(subject)),
            el("span", { class: "small soft" }, aboutJoinable(room))),
        discs(room.friends), askButton(room));
}

/**
 * Who is in a room: "ada is in it, with 2 others", and when one has asked.
 * @param {JoinableRoom} room
 * @returns {import("../../dom.js").Parts}
 */
export function aboutJoinable({ friends, memberCount, requestedAt }) {
    const people = phrase("watch.join.about",
        { friends: friends.length, names: namesInWords(friends), others: memberCount - friends.length });
    return requestedAt === undefined ? people
        : [people, " · ", ...phraseAround("watch.join.asked", { ago: agoInWords(requestedAt) })];
}

/**
 * The button that asks, or withdraws what was asked.
 * @param {JoinableRoom} room
 */
export function askButton({ friends, id, requestedAt, subject }) {
    const path = { roomID: id };
    const about = subjectTitle(subject);
    if (requestedAt === undefined) return actionButton(phrase("watch.join.ask"), async () => {
        await replica.change("askToJoin", { path });
        return phrase("watch.join.hasBeenAsked", { count: friends.length, names: namesInWords(friends) });
    }, { about });
    return actionButton(phrase("watch.join.withdraw"), async () => {
        undoable({ said: phrase("watch.join.withdrawing"), run: async () => {
            await replica.change("withdrawRoomRequest", { path });
            return phrase("watch.join.withdrawn");
        } });
    }, { about });
}
