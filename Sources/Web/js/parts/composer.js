// The form for a new comment. It belongs to one room and stores its draft.
import { el, fill, icon, mark } from "../dom.js";
import * as drafts from "../drafts.js";
import * as outbox from "../outbox.js";
import { cut, text as timestamp } from "../pure/timestamp.js";
import { grow } from "./grow.js";
import { say } from "./states.js";

const limit = 4_000;
const countFrom = 3_800;

/** @typedef {{text: string, pin?: number, literal?: boolean}} Draft */

/**
 * @param {string} roomID
 * @param {(commentID: string) => void} onSent
 */
export function composer(roomID, onSent) {
    const place = `room:${roomID}`;
    const area = el("textarea", { id: "composer", rows: 1, placeholder: "e.g. 15:43 that hallway!", dir: "auto", enterkeyhint: "enter" });
    const chip = el("span", { class: "chip figures" });
    const unpin = el("button", { class: "icon-button chip-close" }, icon("close"));
    const at = el("div", { class: "composer-at", hidden: true }, chip, unpin);
    const count = el("span", { class: "composer-count tiny figures", "aria-live": "polite" });
    const send = el("button", { class: "button button-main send", type: "submit", "aria-label": "Send" }, icon("send"));
    const node = el("form", { class: "composer", noValidate: true }, at,
        el("div", { class: "composer-line" }, el("label", { class: "unseen", htmlFor: "composer" }, "Comment"), area, send), count);
    const fit = grow(area);
    /** @type {number | undefined} */
    let pin;
    let literal = false;

    const typed = () => literal ? undefined : cut(area.value.trim());
    const update = () => {
        const found = typed();
        const second = found?.seconds ?? pin ?? 0;
        const length = Array.from(area.value.trim()).length;
        mark(node, "data-second", second);
        at.hidden = !found && pin === undefined;
        fill(chip, second === 0 ? "in General" : `at ${timestamp(second)}`);
        mark(unpin, "aria-label", found ? "Keep the time as words" : "Not at this time");
        fill(count, length >= countFrom ? `${length.toLocaleString("en")} of ${limit.toLocaleString("en")}` : "");
        count.classList.toggle("bad", length > limit);
        mark(send, "aria-disabled", length === 0 || length > limit ? "true" : undefined);
    };
    const keep = () => drafts.save(place, area.value || pin !== undefined ? { text: area.value, pin, literal } : undefined);

    async function submit() {
        const content = area.value.trim();
        const length = Array.from(content).length;
        if (length > limit) return say(`A comment has at most ${limit.toLocaleString("en")} characters.`);
        if (length === 0) return;
        const comment = { content, ...(literal ? { literal } : {}), ...(typed() || pin === undefined ? {} : { seconds: pin }) };
        const before = { text: area.value, pin, literal };
        // Emptied before anything is awaited, so that a second Enter sends nothing.
        put({ text: "" });
        drafts.save(place, undefined);
        try {
            onSent(await outbox.addComment(roomID, comment));
        } catch {
            put({ ...before, text: before.text + area.value });
            keep();
            say("It can't be kept on this device. Nothing was sent.");
        }
    }

    /** @param {Draft} draft */
    function put(draft) {
        area.value = draft.text;
        pin = draft.pin;
        literal = draft.literal ?? false;
        fit();
        update();
    }

    area.addEventListener("input", () => {
        if (literal && !cut(area.value.trim())) literal = false;
        update();
        keep();
    });
    area.addEventListener("keydown", (event) => {
        // Enter that ends the input of a Japanese word sends nothing; Safari says so by the key code alone.
        if (event.key !== "Enter" || event.isComposing || event.keyCode === 229) return;
        const hasKeyboard = matchMedia("(hover: hover) and (pointer: fine)").matches;
        if (!event.ctrlKey && !event.metaKey && (event.shiftKey || !hasKeyboard)) return;
        event.preventDefault();
        submit();
    });
    node.addEventListener("submit", (event) => {
        event.preventDefault();
        submit();
        area.focus();
    });
    unpin.addEventListener("click", () => {
        if (typed()) literal = true;
        else pin = undefined;
        update();
        keep();
        area.focus();
    });
    update();
    drafts.load(place).then((kept) => {
        const draft = /** @type {Draft | undefined} */ (kept);
        if (draft && area.value === "") put(draft);
    });

    return {
        node,
        focus: () => area.focus(),
        /**
         * Fixes the second of the next comment.
         * @param {number} seconds
         */
        pin(seconds) {
            pin = seconds;
            update();
            keep();
            area.focus();
        },
    };
}
