// What a room asks of a person, as a word and a colour.
import { el } from "../dom.js";
import * as session from "../session.js";
import { listed } from "./person.js";

/** @typedef {import("../types/wire.js").Room} Room */

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
        case "wait": return away.length > 2 ? `Wait for ${away.length}` : `Wait for ${listed(away)}`;
        default: return "Discuss";
    }
}

/** @param {Room} room */
export function attention(room) {
    return el("span", { class: `attention attention-${room.attention}` }, attentionText(room));
}
