// The head of a room: what it is about, who is in it, and "Mark as watched".
import { el, fill, icon, mark } from "../../dom.js";
import { replica } from "../../client.js";
import { go, goBack } from "../../routes.js";
import { sendOnClick } from "../controls/form.js";
import { discs, namesInWords } from "../controls/person.js";
import { episodeCode, subjectWords } from "../watch/room-row.js";

/** @typedef {import("../../types/app.js").ShownRoom} ShownRoom */

/**
 * @param {{onInfo: (button: HTMLElement) => void, onMark: (isWatched: boolean) => void}} actions
 */
export function roomHead({ onInfo, onMark }) {
    const over = el("bdi", { class: "head-over" });
    const title = el("bdi", { class: "head-title" });
    const people = el("span", {});
    const age = el("span", {});
    const label = el("span", { class: "mark-label" });
    const button = el("button", { class: "button button-small mark", "aria-label": "Mark as watched", "aria-pressed": "false" },
        label);
    let isWatched = false;
    let shownPeople = "";

    button.addEventListener("click", () => onMark(!isWatched));

    return {
        node: el("header", { class: "room-head" },
            el("a", {
                class: "icon-button back", href: "/watch", "aria-label": "Back", onclick: (/** @type {MouseEvent} */ event) => {
                    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                    event.preventDefault();
                    goBack("/watch");
                },
            }, icon("back")),
            el("h1", { class: "head-words" }, over, " ", title),
            el("button", { class: "icon-button info", "aria-label": "Info", "aria-haspopup": "dialog",
                onclick: (/** @type {Event} */ event) => onInfo(/** @type {HTMLElement} */ (event.currentTarget)) },
                    icon("info")),
            el("div", { class: "head-people line" }, people, age), button),
        /**
         * Shows how old the content is.
         * @param {Node | undefined} node
         */
        age: (node) => fill(age, node),
        /**
         * @param {ShownRoom} room
         * @param {boolean} isMarking whether the mark waits, and can still be undone
         */
        update(room, isMarking) {
            const text = subjectWords(room.subject);
            fill(over, text.over);
            over.hidden = text.over === "";
            fill(title, text.title);
            const key = JSON.stringify(room.members);
            if (key !== shownPeople) {
                const watched = new Set(room.members.filter((member) => member.watchedAt).map((member) => member.user.id));
                fill(people, discs(room.members.map((member) => member.user), (person) => watched.has(person.id)));
            }
            shownPeople = key;
            isWatched = room.watched || isMarking;
            mark(button, "aria-pressed", String(isWatched));
            fill(label, ...(isWatched ? [icon("check"), "Watched"] : ["Mark as watched"]));
        },
    };
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

/** @param {ShownRoom} room */
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
