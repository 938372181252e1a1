// What wasn't sent: words, marks and moves that the server refused, or whose place is gone. They stay until their author decides.
import { bar, el, fill, sync } from "../dom.js";
import { drafts, followThrown, notSent, outbox, replica } from "../client.js";
import { cut } from "../client/timestamp.js";
import { phrase, phraseAround } from "../phrases.js";
import { reason, refusal } from "../parts/not-sent/refusal.js";
import { pictureWords } from "../parts/pictures/comment-pictures.js";
import { sourceOf } from "../parts/pictures/picture-source.js";
import { styled } from "../parts/frame/style-sheets.js";
import { editForm, editPlace, saveEdit } from "../parts/writing/edit-form.js";
import { emptyState, say } from "../parts/controls/states.js";
import { agoInWords } from "../parts/controls/time.js";

const styles = new URL("../../css/pictures.css", import.meta.url).href;

/** @typedef {import("../types/app.js").NotSent} Thing */

/**
 * What a thing is. Of something begun, the kind of its place says so.
 * @param {Thing} thing
 */
function headingOf({ id, kind }) {
    const place = /^draft:([a-z-]+)/.exec(String(id))?.[1];
    return phrase("notSent.what", { kind: (place && begun[place]) ?? kind });
}

/**
 * The kinds of places of drafts that have a heading of their own.
 * @type {Record<string, string>}
 */
const begun = {
    task: "task", own: "task", report: "report", "report-room": "report", "report-comment": "report",
    "report-note": "report-note", "report-decision": "report-decision",
};

/** @type {import("../parts/frame/frame.js").Screen} */
export default function notSentPage(context) {
    const about = el("p", { class: "soft block" }, phrase("notSent.about"));
    const list = el("ul", { class: "list not-sent" });
    const rest = el("div", {});

    function update() {
        const things = notSent();
        sync(list, things, ({ id }) => String(id), thingRow);
        about.hidden = list.hidden = things.length === 0;
        fill(rest, things.length === 0 && emptyState(phrase("notSent.nothing")));
        context.state(things.length === 0 ? "empty" : "ready");
        context.settled();
    }

    context.title(phrase("notSent.title"));
    for (const stop of [replica.subscribe(["writes", "drafts", "rooms"], update),
        followThrown(update)]) context.signal.addEventListener("abort", stop);
    update();
    return el("div", {}, bar("/settings", el("h1", {}, phrase("notSent.title"))),
        about, list, rest);
}

/** @param {Thing} first */
function thingRow(first) {
    const node = el("li", { class: "card stack-tight", data: { unsent: first.id } });
    let shown = "";
    let isEditing = false;
    /** @param {Thing} thing */
    const update = (thing) => {
        const key = JSON.stringify([thing, isEditing]);
        // Whatever comes meanwhile, what is typed stays.
        if (key === shown || (isEditing && node.querySelector(".edit"))) return;
        shown = key;
        const comment = editable(thing);
        const edit = (/** @type {boolean} */ on) => {
            isEditing = on;
            update(thing);
            const target = node.querySelector(on ? "textarea" : ".refusal button:nth-child(2)");
            if (target instanceof HTMLElement) target.focus();
        };
        const { text, writtenAt } = thing;
        fill(node, headOf(thing),
            comment && isEditing ? editor(comment, () => edit(false))
                : [text && el("p", { class: "comment-text", dir: "auto" }, text), picturesOf(thing)],
            writtenAt && el("p", { class: "small soft" }, ...phraseAround("notSent.written", { ago: agoInWords(writtenAt) })),
            comment && isEditing ? el("div", { class: "refusal" }, ...reason(thing)) : refusal(thing, comment && {
                edit: () => edit(true), thrown: () => drafts.save(editPlace(comment), undefined),
            }));
    };
    return { node, update };
}

/**
 * The pictures that were chosen for it.
 * @param {Thing} thing
 */
function picturesOf({ pictures = [] }) {
    if (pictures.length > 0) styled(styles).catch(() => {});
    return pictures.length > 0 && el("ul", { class: "picker-tiles" }, ...pictures.map((one) => el("li", { class: "picker-tile" },
        el("img", { alt: pictureWords(one, pictures), ...sourceOf(one) }))));
}

/**
 * What a thing is, and the room or assignment that it is of.
 * @param {Thing} thing
 */
function headOf(thing) {
    const { isPlaceGone, kind, placeID, title } = thing;
    const place = title && (isPlaceGone || !placeID || kind === "draft" || kind === "moves" ? el("bdi", {}, title)
        : el("a", { href: `/rooms/${placeID}` }, el("bdi", {}, title)));
    return el("h2", { class: "name" }, headingOf(thing), place && [" · ", place]);
}

/**
 * The form that corrects a comment and sends it again.
 * @param {import("../parts/writing/edit-form.js").Editable} comment
 * @param {() => void} close
 */
const editor = (comment, close) => editForm(comment, async (change, onPicture) => {
    const said = await saveEdit(comment, change, onPicture);
    close();
    say(said);
}, close);

/**
 * A refused comment as it can be corrected; undefined for what can't be, since it is something else or its room is gone.
 * @param {Thing} thing
 * @returns {import("../parts/writing/edit-form.js").Editable | undefined}
 */
function editable({ id, isPlaceGone, kind, pictures }) {
    const { comment, roomID = "" } = outbox.writes().find((write) => write.id === id) ?? {};
    if (kind !== "comment" || isPlaceGone || !comment) return undefined;
    const { literal, quote, seconds } = comment;
    const content = comment.content ?? "";
    const said = (literal ? undefined : cut(content)) ?? { seconds: seconds ?? 0, content };
    return { id: comment.id, roomID, ...said, quote: quote ?? undefined, pictures: pictures && [...pictures], state: "refused",
        writeID: Number(id) };
}
