// A room as a row of the dashboard or of a group in the archive.
import { el, fill, icon, mark, refill, set } from "../../dom.js";
import { session } from "../../client.js";
import { phrase } from "../../first-phrases.js";
import { namesInWords } from "../controls/person.js";
import { daysAhead, onDayText } from "../controls/time.js";
import { groupTitle } from "./group-title.js";
import {
    actionText, askingText, dotted, episodeCode, newText, partOf, poster, shownSubject, stageText, watchedText,
} from "./room-row.js";

/** @typedef {import("../../types/wire.js").Room} Room */

/**
 * A room as a row, which `update` keeps up to date.
 * @param {Room} first
 * @param {{hasSeason?: boolean, hasPeople?: boolean}} options What is around the line doesn't say the season, or with whom.
 */
export function roomRow(first, { hasSeason = true, hasPeople = false } = {}) {
    const code = el("span", { class: "row-code figures" });
    const title = el("bdi", { class: "row-title" });
    const note = el("span", { class: "small soft dots" });
    const asks = el("span", { class: "row-asks" });
    const link = el("a", { class: "room-row in-part", href: `/rooms/${first.id}` }, code,
        el("span", { class: "row-text" }, title, note), asks);
    return {
        node: el("li", {}, link),
        /** @param {Room} room */
        update(room) {
            const subject = shownSubject(room);
            mark(link, "data-room", room.id);
            if (subject.kind === "tv") fill(code, hasSeason ? episodeCode(subject)
                : phrase("watch.room.episodeOnly", { episode: String(subject.episode) }));
            else refill(code, room.poster, () => poster(subject.title, room.poster, 56));
            fill(title, subject.kind === "tv" ? subject.episodeTitle
                ?? phrase("watch.room.episode", { episode: String(subject.episode) }) : subject.title);
            const people = hasPeople && groupTitle("custom", "", room.members.map(({ user }) => user));
            fill(note, dotted([people, ...noteParts(room)]));
            set(link, { vars: { part: partOf(room) } });
            const action = actionText(room);
            refill(asks, action, () => action ? el("span", { class: "button button-small" }, action) : icon("next"));
        },
    };
}

/**
 * The note below the title. A room to watch says who has watched it, and shows no number of comments. From the day before on, it
 * says that a room moves to the archive.
 * @param {Room} room
 */
function noteParts(room) {
    const { archived, archivesAt, attention, commentCount: count } = room;
    const own = session.current()?.userID;
    const away = room.members.filter((member) => !member.watchedAt && member.user.id !== own).map((member) => member.user);
    const archive = !archived && archivesAt && daysAhead(new Date(archivesAt)) < 2
        && phrase("watch.room.archives", { day: onDayText(archivesAt) });
    const comments = count > 0 && phrase("watch.room.comments", { count });
    const notes = {
        watch: [stageText(room), watchedText(room)],
        read: [newText(room)],
        wait: [phrase("watch.room.waiting", { names: namesInWords(away) }), comments],
        discuss: [comments],
    };
    return [askingText(room), ...notes[attention], archive];
}
