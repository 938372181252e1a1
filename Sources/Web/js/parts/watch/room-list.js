// The rooms beside the page, in wide windows: those of one show below its name.
import { el, fill, mark, sync } from "../../dom.js";
import { replica } from "../../client.js";
import { phrase } from "../../phrases.js";
import { styled } from "../frame/style-sheets.js";
import { groupTitle } from "./group-title.js";
import { episodeCode, shownSubject } from "./room-row.js";

/** @typedef {import("../../types/app.js").ShownRoom} ShownRoom */
/** @typedef {import("../../types/app.js").ShownDashboard["sections"][number]} Section */

await styled(new URL("../../../css/shows.css", import.meta.url).href).catch(() => {});

/**
 * The list of rooms beside the page, kept up to date until the signal.
 * @param {AbortSignal} signal
 */
export function roomList(signal) {
    const list = el("ul", {});
    const node = el("nav", { class: "room-list", "aria-label": phrase("watch.list.title") }, list);
    const update = () => {
        const sections = replica.dashboard()?.sections ?? [];
        node.hidden = sections.length === 0;
        sync(list, sections, ({ group }) => group.id, groupLines);
    };
    signal.addEventListener("abort", replica.subscribe(["dashboard", "rooms"], update));
    update();
    return node;
}

function groupLines() {
    const name = el("bdi", { class: "room-list-group" });
    const lines = el("ul", {});
    return {
        node: el("li", {}, name, lines),
        /** @param {Section} section */
        update({ group, rooms }) {
            fill(name, groupTitle(group.kind, group.title, group.members.map((member) => replica.person(member))));
            sync(lines, rooms, (room) => room.id, line);
        },
    };
}

/** @param {ShownRoom} first */
function line(first) {
    const title = el("bdi", { class: "room-list-title" });
    const asks = el("span", { class: "tiny attention-read" });
    const link = el("a", { href: `/rooms/${first.id}` }, title, asks);
    return {
        node: el("li", {}, link),
        /** @param {ShownRoom} room */
        update(room) {
            const subject = shownSubject(room);
            fill(title, subject.kind === "tv" ? [episodeCode(subject), subject.episodeTitle].filter(Boolean).join(" · ")
                : subject.title);
            // What is to be read stands out. The other states are on the dashboard.
            fill(asks, room.attention === "read" && phrase("watch.list.new", { count: room.unreadCount }));
            mark(link, "aria-current", location.pathname === link.pathname ? "page" : undefined);
        },
    };
}
