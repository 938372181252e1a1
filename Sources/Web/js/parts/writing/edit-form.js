// Editing a comment in place: its words, its time, its pictures, and whether it keeps its quote.
import { el, mark } from "../../dom.js";
import { loaded, outbox, replica } from "../../client.js";
import { phrase } from "../../phrases.js";
import { cut, seconds, timestamp } from "../../client/timestamp.js";
import { field, form } from "../controls/form.js";
import { growWithText } from "../controls/growing-textarea.js";
import { wholeName } from "../watch/subject-words.js";
import { PictureField } from "./picture-field.js";

/** @typedef {import("../../types/app.js").ShownComment} ShownComment */
/**
 * @typedef {Pick<ShownComment, "id" | "roomID" | "content" | "seconds" | "quote" | "pictures" | "state" | "writeID">} Editable
 */
/** @typedef {App.CommentChange} Change */

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
 * @param {(number: number) => void} [onPicture] hears which picture is uploaded
 * @returns {Promise<string>} what is said then.
 */
export async function saveEdit({ id, roomID, state, writeID = 0 }, change, onPicture) {
    const isSentAgain = state === "refused" && await outbox.retry(writeID, change);
    if (!isSentAgain && !await outbox.changeComment(id, change)) {
        const { pictures, ...body } = change;
        const path = { roomID, commentID: id };
        if (pictures) await editPictures(path, body, pictures, onPicture);
        else await replica.change("editComment", { path, body });
    }
    return phrase(isSentAgain ? "writing.savedAgain" : "writing.saved");
}

/**
 * @param {{roomID: string, commentID: string}} path
 * @param {Omit<Change, "pictures">} body
 * @param {readonly import("./picture-field.js").Item[]} pictures
 * @param {(number: number) => void} [onPicture]
 */
async function editPictures(path, body, pictures, onPicture) {
    const { editComment } = await loaded(import("../../client/pictures.js"));
    const named = pictures.map(({ id, alternative }) => ({ fileID: id, ...(alternative && { alternative }) }));
    await editComment(path, { ...body, pictures: named }, pictures.filter(({ isSent }) => !isSent), onPicture);
}

/**
 * The pictures that a comment has. Those of one that isn't sent are still as they were chosen.
 * @param {Editable} comment
 * @returns {import("./picture-field.js").Item[]}
 */
function picturesOf({ pictures = [], state, writeID }) {
    if (state === "sent") return pictures.map((one) => ({ ...one, name: "", isSent: true }));
    const chosen = outbox.writes().find(({ id }) => id === writeID)?.pictures ?? [];
    return chosen.map((one) => ({ ...one, file: pictures.find(({ id }) => id === one.id)?.file }));
}

/**
 * The form that changes a comment in place.
 * @param {Editable} comment
 * @param {(change: Change, onPicture: (number: number) => void) => Promise<void>} save
 * @param {() => void} cancel
 */
export function editForm(comment, save, cancel) {
    const area = el("textarea", { rows: 1, value: comment.content, dir: "auto" });
    const words = field(phrase("writing.words"), { name: "content", input: area, lack: phrase("writing.lack") });
    words.node.classList.add("edit-words");
    const pictures = new PictureField({ initial: picturesOf(comment), onChange: () => {
        require();
        node.dispatchEvent(new Event("change"));
    } });
    const require = () => { area.required = pictures.items.length === 0; };
    require();
    const box = el("div", { class: "with-pictures" });
    area.replaceWith(box);
    box.append(area, pictures.button);
    const time = field(phrase("writing.at"),
        { name: "seconds", value: timestamp(comment.seconds), inputmode: "numeric", autocomplete: "off" });
    const whole = el("button", { class: "chip-step", onclick: () => {
        time.input.value = timestamp(0);
        // So that it is kept.
        time.input.dispatchEvent(new Event("input", { bubbles: true }));
    } }, wholeName(comment.roomID));
    const showWhole = () => mark(whole, "aria-pressed", String(seconds(time.input.value.trim()) === 0));
    let isQuoted = true;
    const quote = comment.quote
        && el("div", { class: "line" }, el("blockquote", { class: "quote", dir: "auto" }, comment.quote),
            el("button", { class: "button button-small", onclick: unquote }, phrase("writing.removeQuote")));
    growWithText(area);
    const node = form({
        draft: editPlace(comment),
        more: { get: () => ({ isQuoted, pictures: pictures.kept() }), put: putMore,
            counts: () => !isQuoted || pictures.isChanged() },
        fields: [words, time],
        extra: [pictures.node, quote, el("div", { class: "edit-at" }, whole)],
        action: phrase(comment.state === "refused" ? "writing.sendAgain" : "writing.save"),
        // What was never sent is changed in the outbox.
        worksOffline: comment.state !== "sent",
        cancel,
        send: async (arrived) => {
            const at = seconds(time.input.value.trim());
            if (at === undefined) {
                time.fault(phrase("writing.timeFault"));
                time.input.focus();
                return false;
            }
            if (pictures.fault()) return false;
            const chosen = pictures.isChanged() ? pictures.items : undefined;
            const change = { ...changeOf(comment, area.value, at), ...(isQuoted ? {} : { quote: null }),
                ...(chosen && { pictures: chosen }) };
            await save(change, (number) => pictures.picker?.tell(phrase("writing.uploading", { number })))
                .finally(() => pictures.picker?.forgetFaults());
            await arrived();
            pictures.forgetSent();
        },
    });
    node.classList.add("edit");
    node.addEventListener("paste", (event) => pictures.paste(event));
    pictures.takeFrom(node);
    whole.before(time.node);
    for (const name of ["input", "change"]) node.addEventListener(name, showWhole);
    showWhole();

    /** @param {boolean | {isQuoted: boolean, pictures?: import("./picture-field.js").KeptItem[]}} kept alone, it is `isQuoted` */
    function putMore(kept) {
        const more = typeof kept === "boolean" ? { isQuoted: kept, pictures: undefined } : kept;
        if (!more.isQuoted && isQuoted) unquote();
        if (more.pictures) pictures.put(more.pictures);
        require();
    }

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
