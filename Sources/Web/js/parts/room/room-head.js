// The head of a room: what it is about, who is in it, and "Mark as watched".
import { el, fill, icon, mark } from "../../dom.js";
import { sign } from "../controls/signs.js";
import { replica } from "../../client.js";
import { go } from "../../routes.js";
import { goBackTo } from "../frame/go-back.js";
import { sendOnClick } from "../controls/states.js";
import { discs, namesInWords } from "../controls/person.js";
import { episodeCode, picture, poster, shownSubject } from "../watch/room-row.js";
import { subjectWords } from "../watch/subject-words.js";

/** @typedef {import("../../types/app.js").ShownRoom} ShownRoom */

/** The head of an open room. */
export class RoomHead {
    isWatched = false;
    shownPeople = "";
    shownStill = "";

    /** @param {{onInfo: (button: HTMLElement) => void, onMark: (isWatched: boolean) => void}} actions */
    constructor({ onInfo, onMark }) {
        this.over = el("bdi", { class: "head-over" });
        this.title = el("bdi", { class: "head-title" });
        this.people = el("span", {});
        this.oldness = el("span", {});
        this.label = el("span", { class: "mark-label" });
        this.button = el("button", { class: "button button-small mark", "aria-label": "Mark as watched", "aria-pressed": "false",
            onclick: () => onMark(!this.isWatched) }, this.label);
        const info = el("button", { class: "icon-button info", "aria-label": "Info", "aria-haspopup": "dialog",
            onclick: () => onInfo(info) }, sign("info"));
        this.still = el("div", { class: "head-still", "aria-hidden": "true" });
        this.node = el("header", { class: "room-head" }, this.still,
            el("a", { class: "icon-button back", href: "/watch", "aria-label": "Back", onclick: back }, icon("back")),
            el("h1", { class: "head-words" }, this.over, " ", this.title), info,
            el("div", { class: "head-people line" }, this.people, this.oldness), this.button);
    }

    /**
     * Shows how old the content is.
     * @param {Node | undefined} node
     */
    age(node) {
        fill(this.oldness, node);
    }

    /**
     * @param {ShownRoom} room
     * @param {boolean} isMarking whether the mark waits, and can still be undone
     */
    update(room, isMarking) {
        const { members, watched } = room;
        this.showStill(room);
        const text = subjectWords(shownSubject(room));
        fill(this.over, text.over);
        this.over.hidden = text.over === "";
        fill(this.title, text.title);
        const key = JSON.stringify(members);
        if (key !== this.shownPeople) {
            const done = new Set(members.filter((member) => member.watchedAt).map((member) => member.user.id));
            fill(this.people, discs(members.map((member) => member.user), (person) => done.has(person.id)));
        }
        this.shownPeople = key;
        this.isWatched = watched || isMarking;
        mark(this.button, "aria-pressed", String(this.isWatched));
        fill(this.label, ...(this.isWatched ? [icon("check"), "Watched"] : ["Mark as watched"]));
    }

    /**
     * Shows the still of the show or film behind the head. The group's is newer than what the copy has of the room.
     * @param {ShownRoom} room
     */
    showStill(room) {
        const group = replica.dashboard()?.sections.find((section) => section.group.id === room.group)?.group;
        const widths = group?.still ?? room.still;
        const key = JSON.stringify(widths ?? "");
        // It is dimmed, so a small one will do.
        if (key !== this.shownStill) fill(this.still, picture(widths, { width: 300, height: 169 }));
        this.shownStill = key;
    }
}

/** @param {MouseEvent} event */
function back(event) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    goBackTo("/watch");
}

/**
 * What stands in a room in which nobody has written: its poster, who reads along, and the first thing to do.
 * @param {ShownRoom} room
 * @param {() => void} write
 */
export function emptyRoom({ members, mine, poster: widths, subject }, write) {
    const others = members.flatMap(({ user }) => user.id === mine?.user.id ? [] : user);
    const readers = others.length === 0 ? "Your words stay at the second at which you write them."
        : `${namesInWords(others)} will read your words at the second at which you write them, and not before.`;
    const title = subject.kind === "tv" ? subject.showTitle : subject.title;
    return el("div", { class: "empty empty-room" }, poster(title, widths, 128), el("h2", {}, "Nobody has written yet"),
        el("p", {}, readers),
        el("p", { class: "small" }, "Write while you watch, with the time first: 15:43 that hallway!"),
        el("button", { class: "button", onclick: write }, "Write the first comment"));
}

/**
 * Shown after marking: who else has watched, the number of comments to read, and the next episode.
 * @param {ShownRoom} room
 * @param {number} unread
 */
export function afterMarking(room, unread) {
    const others = room.members.filter((member) => member !== room.mine && member.user.id !== room.mine?.user.id);
    const done = others.filter((member) => member.watchedAt).map((member) => member.user);
    const away = others.filter((member) => !member.watchedAt).map((member) => member.user);
    const sentences = [];
    if (done.length > 0) sentences.push(`${namesInWords(done)} ${done.length === 1 ? "has" : "have"} watched it too.`);
    if (away.length > 0) sentences.push(`${namesInWords(away)} ${away.length === 1 ? "hasn't" : "haven't"} watched it yet.`);
    sentences.push(unread > 0 ? `There ${unread === 1 ? "is 1 comment" : `are ${unread} comments`} to read.`
        : others.length > 0 ? "There is nothing new to read." : "");
    return el("div", { class: "after card" }, el("p", {}, sentences.join(" ")), nextEpisode(room));
}

/**
 * The button that goes to the room of the next episode, and makes it if needed; undefined for movies.
 * @param {ShownRoom} room
 */
export function nextEpisode(room) {
    if (room.subject.kind !== "tv") return undefined;
    const found = replica.dashboard()?.sections.find((section) => section.group.id === room.group)?.nextEpisode;
    const fault = el("p", { class: "small bad", role: "alert" });
    const button = el("button", { class: "button" }, icon("next"), found ? `Start ${episodeCode(found)}` : "Next episode");
    sendOnClick(button, fault, async () => {
        const next = await replica.change("createNextRoom", { path: { roomID: room.id } });
        go(`/rooms/${next.id}`);
    });
    return el("div", { class: "stack-tight" }, el("div", {}, button), fault);
}
