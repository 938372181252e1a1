// What wasn't sent: words, marks and moves that the server refused, or whose place is gone. They stay until their author decides.
import { bar, el, fill, sync } from "../dom.js";
import { followThrown, notSent, replica } from "../client.js";
import { refusal } from "../parts/not-sent/refusal.js";
import { emptyState } from "../parts/controls/states.js";
import { agoInWords } from "../parts/controls/time.js";

/** @typedef {import("../types/app.js").NotSent} Thing */

/** @type {Record<string, string>} */
const kinds = {
    comment: "A comment", watched: "“Mark as watched”", unwatched: "“Not watched”", reaction: "A reaction",
    draft: "Something you had begun to write", moves: "Moves of a puzzle",
};

/**
 * What somebody had begun to write, by the kind of its place.
 * @type {Record<string, string>}
 */
const begun = {
    task: "A task you had begun to write", report: "A report you had begun to write",
    "report-room": "A report you had begun to write", "report-comment": "A report you had begun to write",
    "report-note": "A note on a report", "report-decision": "A decision on a report",
};

/** @param {Thing} thing */
const headingOf = ({ id, kind }) => begun[/^draft:([a-z-]+)/.exec(String(id))?.[1] ?? ""] ?? kinds[kind] ?? "Something you wrote";

/** @type {import("../parts/frame/frame.js").Screen} */
export default function notSentPage(context) {
    const about = el("p", { class: "soft block" },
        "The server didn’t take these. They stay on this device until you send them again or throw them away.");
    const list = el("ul", { class: "list not-sent" });
    const rest = el("div", {});

    function update() {
        const things = notSent();
        sync(list, things, ({ id }) => String(id), thingRow);
        about.hidden = list.hidden = things.length === 0;
        fill(rest, things.length === 0 && emptyState("Nothing is left here. Everything was sent or thrown away."));
        context.state(things.length === 0 ? "empty" : "ready");
        context.settled();
    }

    context.title("Not sent");
    for (const stop of [replica.subscribe(["writes", "drafts", "rooms"], update),
        followThrown(update)]) context.signal.addEventListener("abort", stop);
    update();
    return el("div", {}, bar("/settings", el("h1", {}, "Not sent")),
        about, list, rest);
}

/** @param {Thing} first */
function thingRow(first) {
    const node = el("li", { class: "card stack-tight", data: { unsent: first.id } });
    let shown = "";
    return {
        node,
        /** @param {Thing} thing */
        update(thing) {
            const key = JSON.stringify(thing);
            if (key === shown) return;
            shown = key;
            const { isPlaceGone, kind, placeID, text, title, writtenAt } = thing;
            const place = title && (isPlaceGone || !placeID || kind === "draft" || kind === "moves" ? el("bdi", {}, title)
                : el("a", { href: `/rooms/${placeID}` }, el("bdi", {}, title)));
            fill(node, el("h2", { class: "name" }, headingOf(thing), place && [" · ", place]),
                text && el("p", { class: "comment-text", dir: "auto" }, text),
                writtenAt && el("p", { class: "small soft" }, "written ", agoInWords(writtenAt)), refusal(thing));
        },
    };
}
