// Editing a comment in place: its words, its time, and whether it keeps its quote.
import { el, mark } from "../../dom.js";
import { outbox, replica } from "../../client.js";
import { cut, seconds, timestamp } from "../../client/timestamp.js";
import { field, form } from "../controls/form.js";
import { growWithText } from "../controls/growing-textarea.js";
import { wholeName } from "../watch/subject-words.js";

/** @typedef {import("../../types/app.js").ShownComment} ShownComment */
/**
 * @typedef {Pick<ShownComment, "id" | "roomID" | "content" | "seconds" | "quote" | "pictures" | "state" | "writeID">} Editable
 */
/** @typedef {{content?: string, seconds?: number, literal?: boolean, quote?: null}} Change */

/**
 * Where the draft of a comment's edit is kept.
 * @param {Pick<ShownComment, "id" | "roomID">} comment
 * @returns {App.DraftPlace}
 */
export const editPlace = ({ id, roomID }) => `edit:${roomID}/${id}`;

/**
 * What an edit changes. A timestamp at the head of new words moves the comment, unless the time was changed too, or the old words
 * had one as text. A comment that was never sent may have its time in the words that are replaced.
 * @param {Editable} comment
 * @param {string} content
 * @param {number} at the second
 */
function changeOf(comment, content, at) {
    const isMoved = at !== comment.seconds;
    const literal = isMoved || cut(comment.content) !== undefined;
    return { content, ...(isMoved || comment.state !== "sent" ? { seconds: at } : {}), ...(literal ? { literal } : {}) };
}

/**
 * Saves what was changed: in the outbox, as long as the comment was never sent.
 * @param {Editable} comment
 * @param {Change} change
 * @returns {Promise<string>} what is said then.
 */
export async function saveEdit({ id, roomID, state, writeID = 0 }, change) {
    const isSentAgain = state === "refused" && await outbox.retry(writeID, change);
    if (!isSentAgain && !await outbox.changeComment(id, change)) {
        await replica.change("editComment", { path: { roomID, commentID: id }, body: change });
    }
    return isSentAgain ? "Saved. It is sent again." : "Saved.";
}

/**
 * The form that changes a comment in place.
 * @param {Editable} comment
 * @param {(change: Change) => Promise<void>} save
 * @param {() => void} cancel
 */
export function editForm(comment, save, cancel) {
    const area = el("textarea", { rows: 1, value: comment.content, dir: "auto" });
    const words = field("Words", { name: "content", input: area, required: !comment.pictures?.length });
    words.node.classList.add("edit-words");
    const time = field("At", { name: "seconds", value: timestamp(comment.seconds), inputmode: "numeric", autocomplete: "off" });
    const whole = el("button", { class: "chip-step", onclick: () => {
        time.input.value = timestamp(0);
        // So that it is kept.
        time.input.dispatchEvent(new Event("input", { bubbles: true }));
    } }, wholeName(comment.roomID));
    const showWhole = () => mark(whole, "aria-pressed", String(seconds(time.input.value.trim()) === 0));
    let isQuoted = true;
    const quote = comment.quote
        && el("div", { class: "line" }, el("blockquote", { class: "quote", dir: "auto" }, comment.quote),
            el("button", { class: "button button-small", onclick: unquote }, "Remove quote"));
    growWithText(area);
    const node = form({
        draft: editPlace(comment),
        more: { get: () => isQuoted, put: (/** @type {boolean} */ kept) => kept || unquote(), counts: () => !isQuoted },
        fields: [words, time],
        extra: [quote, el("div", { class: "edit-at" }, whole)],
        action: comment.state === "refused" ? "Send again" : "Save",
        // What was never sent is changed in the outbox.
        worksOffline: comment.state !== "sent",
        cancel,
        send: async () => {
            const at = seconds(time.input.value.trim());
            if (at === undefined) {
                time.fault("Write it as 15:43 or 1:02:03.");
                time.input.focus();
                return false;
            }
            await save({ ...changeOf(comment, area.value, at), ...(isQuoted ? {} : { quote: null }) });
        },
    });
    node.classList.add("edit");
    whole.before(time.node);
    for (const name of ["input", "change"]) node.addEventListener(name, showWhole);
    showWhole();

    function unquote() {
        isQuoted = false;
        node.dispatchEvent(new Event("change"));
        if (quote) quote.remove();
        area.focus();
    }

    node.addEventListener("keydown", (event) => {
        if (event.key !== "Escape" || event.isComposing) return;
        event.stopPropagation();
        cancel();
    });
    return node;
}
