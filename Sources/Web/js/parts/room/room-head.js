// The head of a room: what it is about, who is in it, and "Mark as watched".
import { el, fill, icon, mark } from "../../dom.js";
import { sign } from "../controls/signs.js";
import { timestamp } from "../../client/timestamp.js";
import { replica } from "../../client.js";
import { go } from "../../routes.js";
import { goBackTo } from "../frame/go-back.js";
import { sendOnClick } from "../controls/states.js";
import { called, discs, namesInWords } from "../controls/person.js";
import { episodeCode, picture, picturesOf, poster, shownSubject } from "../watch/room-row.js";
import { phrase } from "../../phrases.js";

/** @typedef {import("../../types/app.js").ShownRoom} ShownRoom */
/** @typedef {ShownRoom["members"][number]} Member */

/** The head of an open room: a bar that stays, and beneath it the picture with the title, which scroll away. */
export class RoomHead {
    isWatched = false;
    shownPeople = "";
    shownStill = "";

    /** @param {{onInfo: (button: HTMLElement) => void, onMark: (isWatched: boolean) => void}} actions */
    constructor({ onInfo, onMark }) {
        this.oldness = el("span", { class: "small" });
        this.label = el("span", { class: "mark-label" });
        this.button = el("button", { class: "button button-small mark", "aria-pressed": "false",
            "aria-label": phrase("room.head.mark"), onclick: () => onMark(!this.isWatched) }, this.label);
        const info = el("button", { class: "icon-button info", "aria-label": phrase("room.head.info"), "aria-haspopup": "dialog",
            onclick: () => onInfo(info) }, sign("info"));
        this.short = { over: el("bdi", { class: "head-over" }), title: el("bdi", { class: "head-title" }) };
        this.stripe = el("div", { class: "head-still" });
        this.node = el("header", { class: "room-head dim" }, this.stripe,
            el("a", { class: "icon-button back", href: "/watch", "aria-label": phrase("room.head.back"), onclick: back },
                icon("back")),
            el("div", { class: "head-words", "aria-hidden": "true" }, this.short.over, this.short.title), this.oldness,
            this.button, info);
        this.over = el("bdi", { class: "hero-over" });
        this.title = el("bdi", { class: "hero-title" });
        this.still = el("div", { class: "hero-still", "aria-hidden": "true" });
        this.people = el("div", { class: "hero-people" });
        this.heading = el("h1", { class: "hero-words" }, this.over, " ", this.title);
        this.hero = el("div", { class: "room-hero dim" }, this.still, this.heading, this.people);
    }

    /**
     * Gives the bar a ground once the title reaches it, and the title once it has gone under it.
     * @param {AbortSignal} signal
     */
    follow(signal) {
        let frame = 0;
        const look = () => {
            frame = 0;
            const edge = this.node.getBoundingClientRect().bottom;
            const { bottom, top } = this.title.getBoundingClientRect();
            this.node.classList.toggle("stuck", top < edge - 1);
            this.node.classList.toggle("past", bottom < edge);
        };
        addEventListener("scroll", () => { frame ||= requestAnimationFrame(look); }, { passive: true, signal });
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
     * @param {ReadonlyMap<string, number>} written where the others wrote last
     */
    update(room, isMarking, written) {
        const { members, watched } = room;
        this.showStill(room);
        const { over, title } = heroWords(shownSubject(room));
        for (const place of [this, this.short]) {
            fill(place.over, over);
            place.over.hidden = over === "";
            fill(place.title, title);
        }
        const words = watchedWords(room, written);
        const key = JSON.stringify([members, watched, members.map(({ user }) => called(user)), words]);
        if (key !== this.shownPeople) {
            const done = new Set(members.filter((member) => member.watchedAt).map((member) => member.user.id));
            fill(this.people, discs(members.map((member) => member.user), (person) => done.has(person.id)),
                el("span", {}, words));
        }
        this.shownPeople = key;
        this.isWatched = watched || isMarking;
        mark(this.button, "aria-pressed", String(this.isWatched));
        fill(this.label, icon("check"), this.isWatched ? el("span", {}, phrase("room.head.watched")) : [
            el("span", { class: "mark-long" }, phrase("room.head.mark")),
            el("span", { class: "mark-short" }, phrase("room.head.markShort"))]);
    }

    /**
     * Shows the still of the show or film behind the title, or else its first letter on its own colour.
     * @param {ShownRoom} room
     */
    showStill(room) {
        const { subject } = room;
        const widths = picturesOf(room).still;
        const title = subject.kind === "tv" ? subject.showTitle : subject.title;
        const key = JSON.stringify([widths, title]);
        if (key === this.shownStill) return;
        this.shownStill = key;
        fill(this.still, poster(title, undefined, 480), picture(widths, { width: 1280, height: 720 }));
        // It is dimmed, so a small one will do.
        fill(this.stripe, picture(widths, { width: 300, height: 169 }));
    }
}

/**
 * The line over the title ("Severance · S1 E5"), and the title ("The Grim Barbarity of Optics and Design").
 * @param {import("../../types/wire.js").Subject} subject
 */
function heroWords(subject) {
    if (subject.kind !== "tv") return { over: subject.kind === "movie" ? phrase("room.head.film") : "", title: subject.title };
    const code = episodeCode(subject);
    return subject.episodeTitle ? { over: `${subject.showTitle} · ${code}`, title: subject.episodeTitle }
        : { over: subject.showTitle, title: code };
}

/**
 * Who has watched, as far as it matters to me: whose words I can read, or for whom I wait.
 * @param {ShownRoom} room
 * @param {ReadonlyMap<string, number>} written where the others wrote last
 */
function watchedWords({ members, mine, watched }, written) {
    const others = members.filter(({ user }) => user.id !== mine?.user.id);
    const [done, away] = [true, false].map((has) => others.filter(({ watchedAt }) => Boolean(watchedAt) === has)
        .map(({ user }) => user));
    if (others.length === 0) return "";
    const places = writtenWords(others, written);
    if (!watched && done.length === 0) return places || phrase("room.head.nobody");
    if (!watched) {
        return `${phrase("room.head.haveWatched", { names: namesInWords(done), count: done.length })} ${places}`.trim();
    }
    return away.length === 0 ? phrase("room.head.everybody")
        : phrase("room.head.haveNotWatched", { names: namesInWords(away), count: away.length });
}

/** So many people are said to have written somewhere. */
const named = 2;

/**
 * The second of each member's last comment, by the member's id; nobody who has written at no second.
 * @param {readonly Member[]} members
 * @param {readonly import("../../types/app.js").ShownComment[]} comments
 */
export function lastWritten(members, comments) {
    /** @type {Map<string, number>} */
    const found = new Map();
    const ids = new Set(members.map(({ user }) => user.id));
    for (const { author, folded, seconds } of comments) {
        if (folded || seconds === 0 || !author || !ids.has(author.id)) continue;
        found.set(author.id, Math.max(seconds, found.get(author.id) ?? 0));
    }
    return found;
}

/**
 * Where those wrote last who haven't watched: "Cem wrote at 41:00, Bea at 5:00.", the furthest first. Nothing where nobody did.
 * @param {readonly Member[]} members
 * @param {ReadonlyMap<string, number>} written as `lastWritten` gives it
 */
function writtenWords(members, written) {
    const places = members.flatMap(({ user, watchedAt }) => watchedAt || !written.has(user.id) ? []
        : { user, at: written.get(user.id) ?? 0 }).sort((one, other) => other.at - one.at).slice(0, named);
    const [first, second] = places.map(({ user, at }) => ({ person: called(user), time: timestamp(at) }));
    if (!first) return "";
    return !second ? phrase("room.head.wrote", first) : phrase("room.head.wroteBoth",
        { person: first.person, time: first.time, other: second.person, otherTime: second.time });
}

/** @param {MouseEvent} event */
function back(event) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    goBackTo("/watch");
}

/**
 * What stands in a room in which nobody has written: who reads along, and how one writes.
 * @param {ShownRoom} room
 */
export function emptyRoom({ members, mine }) {
    const others = members.flatMap(({ user }) => user.id === mine?.user.id ? [] : user);
    const readers = others.length === 0 ? phrase("room.empty.alone")
        : phrase("room.empty.readers", { names: namesInWords(others) });
    return el("div", { class: "empty empty-room" }, el("h2", {}, phrase("room.empty.title")),
        el("p", {}, readers), el("p", { class: "small" }, phrase("room.empty.how")));
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
    if (done.length > 0) sentences.push(phrase("room.after.done", { names: namesInWords(done), count: done.length }));
    if (away.length > 0) sentences.push(phrase("room.after.away", { names: namesInWords(away), count: away.length }));
    if (unread > 0) sentences.push(phrase("room.after.unread", { count: unread }));
    else if (others.length > 0) sentences.push(phrase("room.after.nothing"));
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
    const button = el("button", { class: "button" }, icon("next"), found
        ? phrase("room.next.start", { episode: episodeCode(found) }) : phrase("room.next.episode"));
    sendOnClick(button, fault, async () => {
        const next = await replica.change("createNextRoom", { path: { roomID: room.id } });
        go(`/rooms/${next.id}`);
    });
    return el("div", { class: "stack-tight" }, el("div", {}, button), fault);
}
