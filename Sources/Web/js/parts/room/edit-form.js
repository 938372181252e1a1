// Editing a comment in place: its words, its time, and whether it keeps its quote.
import { el } from "../../dom.js";
import { cut, seconds, timestamp } from "../../client/timestamp.js";
import { field, form } from "../controls/form.js";
import { growWithText } from "../controls/growing-textarea.js";

/**
 * @param {import("../../types/app.js").ShownComment} comment
 * @param {(change: {content?: string, seconds?: number, literal?: boolean, quote?: null}) => Promise<void>} save
 * @param {() => void} cancel
 */
export function editForm(comment, save, cancel) {
    const area = el("textarea", { rows: 1, value: comment.content, dir: "auto" });
    const words = field("Words", { name: "content", input: area, required: true });
    const time = field("At",
        { name: "seconds", value: timestamp(comment.seconds), inputmode: "numeric", autocomplete: "off",
            hint: "Such as 15:43; 0:00 is General." });
    let isQuoted = true;
    const quote = comment.quote
        && el("div", { class: "line" }, el("blockquote", { class: "quote", dir: "auto" }, comment.quote),
            el("button", { class: "button button-small", onclick: unquote }, "Remove quote"));
    growWithText(area);
    const node = form({
        draft: `edit:${comment.roomID}/${comment.id}`,
        more: { get: () => isQuoted, put: (/** @type {boolean} */ kept) => kept || unquote(), counts: () => !isQuoted },
        fields: [words, time],
        extra: quote,
        action: "Save",
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
            // A timestamp at the head of new words moves the comment, unless the time was changed too, or the old words had one
            // as text.
            const isMoved = at !== comment.seconds;
            const literal = isMoved || cut(comment.content) !== undefined;
            await save({ content: area.value, ...(isMoved ? { seconds: at } : {}), ...(literal ? { literal } : {}),
                ...(isQuoted ? {} : { quote: null }) });
        },
    });
    node.classList.add("edit");

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
