// What a room is called, and a room as a row of the dashboard or a group.
import { el, fill, mark } from "../../dom.js";
import { replica, session } from "../../client.js";
import { discs, namesInWords } from "../controls/person.js";
import { onDayText } from "../controls/time.js";

/** @typedef {import("../../types/wire.js").Room} Room */

/**
 * @param {Room} first
 * @param {{hasSeason?: boolean}} options `hasSeason`: what is around the line doesn't say the season.
 */
export function roomRow(first, { hasSeason = true } = {}) {
    const code = el("span", { class: "row-code figures" });
    const title = el("bdi", { class: "row-title" });
    const seen = el("span", { class: "row-seen" });
    const note = el("span", { class: "small soft" });
    const asks = el("span", { class: "row-asks" });
    const link = el("a", { class: "room-row", href: `/rooms/${first.id}` }, code, el("span", { class: "row-text" }, title, note),
        seen, asks);
    let shownPeople = "";
    return {
        node: el("li", {}, link),
        /** @param {Room} room */
        update(room) {
            const { subject } = room;
            mark(link, "data-room", room.id);
            mark(link, "data-attention", room.attention);
            fill(code, subject.kind === "tv" ? hasSeason ? episodeCode(subject) : `E${subject.episode}` : "");
            link.classList.toggle("row-plain", subject.kind !== "tv");
            code.hidden = subject.kind !== "tv";
            mark(code, "title", subject.kind === "tv" ? `Season ${subject.season}, episode ${subject.episode}` : undefined);
            fill(title, subject.kind === "tv" ? subject.episodeTitle ?? `Episode ${subject.episode}` : subject.title);
            fill(note, noteText(room));
            const key = JSON.stringify(room.members);
            if (key !== shownPeople) {
                const watchers = room.members.filter((member) => member.watchedAt).map((member) => member.user);
                fill(seen, watchers.length > 0 && discs(watchers, () => true));
            }
            shownPeople = key;
            fill(asks, attention(room));
        },
    };
}

/**
 * The note below the title. A room to watch shows no number of comments.
 * @param {Room} room
 */
function noteText(room) {
    const archive = room.archivesAt ? `moves to the archive ${onDayText(room.archivesAt)}` : "";
    const comments = room.attention === "watch" || room.commentCount === 0 ? ""
        : `${room.commentCount} ${room.commentCount === 1 ? "comment" : "comments"}`;
    const asking = (replica.roomRequests()?.incoming ?? []).filter((request) => request.roomID === room.id);
    const requests = asking.length > 0 && `${namesInWords(asking.map(({ user }) => user))} asked to join`;
    return [requests, comments, archive].filter(Boolean).join(" · ");
}

/**
 * "Watch", "Read 4", "Wait for cem", "Discuss".
 * @param {Room} room
 */
export function attentionText(room) {
    const own = session.current()?.userID;
    const away = room.members.filter((member) => !member.watchedAt && member.user.id !== own).map((member) => member.user);
    switch (room.attention) {
        case "watch": return "Watch";
        case "read": return `Read ${room.unreadCount}`;
        case "wait": return away.length > 2 ? `Wait for ${away.length}` : `Wait for ${namesInWords(away)}`;
        default: return "Discuss";
    }
}

/** @param {Room} room */
export function attention(room) {
    return el("span", { class: `attention attention-${room.attention}` }, attentionText(room));
}

/** @typedef {import("../../types/wire.js").Subject} Subject */

/**
 * "S1 E5"
 * @param {{season: number, episode: number}} episode
 */
export const episodeCode = ({ season, episode }) => `S${season} E${episode}`;

/** What a list of groups is called that aren't of one show, in the words of "New room". */
export const kindTitles = /** @type {const} */ ({ tv: "TV", movie: "Movies", custom: "Anything else" });

/**
 * One line, for the document's title and announcements: "Severance S1 E5".
 * @param {Subject} subject
 */
export function subjectTitle(subject) {
    return subject.kind === "tv" ? `${subject.showTitle} ${episodeCode(subject)}` : subject.title;
}
