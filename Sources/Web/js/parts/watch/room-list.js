// The rooms beside the page, in wide windows.
import { el, fill, mark, sync } from "../../dom.js";
import { replica } from "../../client.js";
import { attentionText, shownSubject } from "./room-row.js";
import { subjectWords } from "./subject-words.js";

/** @typedef {import("../../types/app.js").ShownRoom} ShownRoom */

/**
 * The list of rooms beside the page, kept up to date until the signal.
 * @param {AbortSignal} signal
 */
export function roomList(signal) {
    const list = el("ul", {});
    const node = el("nav", { class: "room-list", "aria-label": "Rooms" }, list);
    const update = () => {
        const sections = replica.dashboard()?.sections ?? [];
        node.hidden = sections.length === 0;
        sync(list, sections.flatMap((section) => section.rooms), (room) => room.id, line);
    };
    signal.addEventListener("abort", replica.subscribe(["dashboard", "rooms"], update));
    update();
    return node;
}

/** @param {ShownRoom} first */
function line(first) {
    const over = el("bdi", { class: "tiny soft" });
    const title = el("bdi", { class: "room-list-title" });
    const asks = el("span", { class: "tiny" });
    const link = el("a", { href: `/rooms/${first.id}` }, over, title, asks);
    return {
        node: el("li", {}, link),
        /** @param {ShownRoom} room */
        update(room) {
            const text = subjectWords(shownSubject(room));
            fill(over, text.over);
            over.hidden = text.over === "";
            fill(title, text.title);
            // The word of the row would be taken for the page of that name.
            fill(asks, room.attention === "watch" ? "You haven’t watched" : attentionText(room));
            asks.className = room.attention === "read" ? "tiny attention-read" : "tiny soft";
            mark(link, "aria-current", location.pathname === link.pathname ? "page" : undefined);
        },
    };
}
