// The next episodes of one's shows, each of which begins in one tap with the people of its group.
import { replica } from "../../client.js";
import { el, fill, icon } from "../../dom.js";
import { phrase } from "../../phrases.js";
import { go } from "../../routes.js";
import { namesInWords } from "../controls/person.js";
import { sendOnClick } from "../controls/states.js";
import { episodeCode, poster } from "./room-row.js";

/** @typedef {import("../../types/app.js").ShownDashboard["sections"][number]} Section */

/** As many are offered. */
const most = 4;

/** The list, which `update` keeps up to date. It isn't shown while there is none. */
export function nextEpisodes() {
    const list = el("ul", { class: "list" });
    const fault = el("p", { class: "small bad", role: "alert" });
    const node = el("section", { class: "stack-tight", hidden: true, "aria-labelledby": "go-on" },
        el("h2", { id: "go-on" }, phrase("watch.goOn.title")), el("div", { class: "card go-on" }, list), fault);
    const other = el("h2", { class: "new-other", hidden: true }, phrase("watch.goOn.other"));
    let shown = "";
    return {
        /** The list, and the heading of what stands below it. */
        nodes: [node, other],
        update() {
            const sections = (replica.dashboard()?.sections ?? []).filter(({ nextEpisode }) => nextEpisode).slice(0, most);
            const key = JSON.stringify(sections.map(({ group, nextEpisode }) => [group, nextEpisode]));
            if (key === shown) return;
            shown = key;
            node.hidden = other.hidden = sections.length === 0;
            fill(list, ...sections.map((section) => el("li", {}, episodeButton(section, fault))));
        },
    };
}

/**
 * @param {Section} section
 * @param {HTMLElement} fault
 */
function episodeButton({ group, nextEpisode, rooms: [latest] }, fault) {
    const own = replica.me()?.id;
    const others = group.members.flatMap((member) => member.id === own ? [] : replica.person(member) ?? []);
    const code = nextEpisode ? episodeCode(nextEpisode) : "";
    const button = el("button", { class: "result" }, poster(group.title, group.poster), el("span", { class: "result-text" },
        el("bdi", { class: "name" }, group.title),
        el("span", { class: "small soft" }, others.length > 0 ? phrase("watch.goOn.with", { code, names: namesInWords(others) })
            : code)), icon("plus"));
    sendOnClick(button, fault, async () => {
        if (!latest) return;
        const room = await replica.change("createNextRoom", { path: { roomID: latest.id } });
        go(`/rooms/${room.id}`, { replace: true });
    });
    return button;
}
