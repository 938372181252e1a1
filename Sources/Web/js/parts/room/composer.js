// The form for a new comment. It belongs to one room and stores its draft.
import { el, fill, icon, mark } from "../../dom.js";
import { cut, outbox, timestamp } from "../../client.js";
import { timeChip } from "./time-chip.js";
import { keptDraft } from "../controls/kept-draft.js";
import { growWithText } from "../controls/growing-textarea.js";
import { say } from "../controls/states.js";

const limit = 4_000;
const countFrom = 3_800;

/** @typedef {{text: string, pin?: number, literal?: boolean, quote?: string, reply?: Reply}} Draft */
/** @typedef {{to: string, second: number}} Reply whom the next comment answers, at which second */

/**
 * @param {string} roomID
 * @param {import("./watch-position.js").WatchPosition} where The next comment lands where I am, unless it is pinned or says another time itself.
 * @param {{onSent: (commentID: string) => void, length: () => number, spoken: import("./spoken-lines.js").SpokenLines}} around `length`: of the timeline in seconds.
 */
export function composer(roomID, where, { onSent, length, spoken }) {
    const place = `room:${roomID}`;
    const area = el("textarea", { id: "composer", rows: 1, placeholder: "e.g. 15:43 that hallway!", dir: "auto", enterkeyhint: "enter" });
    const time = timeChip({ length, move });
    const unpin = el("button", { class: "icon-button chip-close" }, icon("close"));
    const strip = el("div", { class: "composer-at" }, time.node, unpin);
    const line = el("span", { class: "quote", dir: "auto" });
    const take = el("button", { class: "text-button" }, "Quote");
    const drop = el("button", { class: "icon-button", "aria-label": "Remove quote" }, icon("close"));
    const quoting = el("div", { class: "composer-quote" }, line, take, drop);
    const count = el("span", { class: "composer-count tiny figures", "aria-live": "polite" });
    const send = el("button", { class: "button button-main send", type: "submit", "aria-label": "Send" }, icon("send"));
    const whom = el("span", {});
    const replying = el("p", { class: "composer-reply small soft" }, whom, el("button", { class: "icon-button", "aria-label": "Cancel the reply", onclick: cancelReply }, icon("close")));
    const node = el("form", { class: "composer", noValidate: true }, replying, strip,
        el("div", { class: "composer-line" }, el("label", { class: "unseen", htmlFor: "composer" }, "Comment"), area, send), quoting, count);
    const fit = growWithText(area);
    /** @type {number | undefined} */
    let pin;
    let literal = false;
    /** @type {string | undefined} */
    let quote;
    /** @type {Reply | undefined} */
    let reply;
    let wasEmpty = true;
    /** Whether the first key has pinned it, so that the last one that goes unpins it. */
    let isKeyPinned = false;
    /** @type {Promise<void> | undefined} */
    let mentions;

    const typed = () => literal ? undefined : cut(area.value.trim());
    const landing = () => typed()?.seconds ?? pin ?? where.second() ?? 0;
    const update = () => {
        const found = typed();
        const length = Array.from(area.value.trim()).length;
        mark(node, "data-second", landing());
        // At another second it answers nobody.
        replying.hidden = reply?.second !== landing();
        fill(whom, "Replying to ", el("bdi", { class: "name" }, reply?.to));
        const isPinned = found !== undefined || pin !== undefined;
        // Cancelling the reply unpins too.
        unpin.hidden = !isPinned || !replying.hidden;
        strip.classList.toggle("pinned", isPinned);
        time.show(landing());
        const words = quote ?? spoken.at(landing());
        quoting.hidden = !quote && !spoken.isOn();
        quoting.classList.toggle("quoted", quote !== undefined);
        fill(line, words);
        take.hidden = !words || words === quote;
        drop.hidden = !quote;
        mark(unpin, "aria-label", found ? "Keep the time as words" : "Not at this time");
        fill(count, length >= countFrom ? `${length.toLocaleString("en")} of ${limit.toLocaleString("en")}` : "");
        count.classList.toggle("bad", length > limit);
        mark(send, "aria-disabled", length === 0 || length > limit ? "true" : undefined);
    };
    /** @returns {Draft | undefined} */
    const current = () => area.value || quote || pin !== undefined ? { text: area.value, pin, literal, quote, reply } : undefined;
    const draft = keptDraft(place, { get: current, isThere: () => node.isConnected, put: (kept, _, isTyped) => {
        put(isTyped ? { ...kept, text: (kept?.text ?? "") + area.value } : kept ?? { text: "" });
    } });
    const keep = () => draft.save();

    async function submit() {
        const content = area.value.trim();
        const length = Array.from(content).length;
        if (length > limit) return say(`A comment has at most ${limit.toLocaleString("en")} characters.`);
        if (length === 0) return;
        const second = landing();
        const comment = { content, ...(literal ? { literal } : {}), ...(typed() || second === 0 ? {} : { seconds: second }), ...(quote && { quote }) };
        const before = { text: area.value, pin, literal, quote, reply };
        const sent = draft.sent();
        // Emptied before anything is awaited, so that a second Enter sends nothing. The draft goes once the outbox has the words.
        put({ text: "" });
        try {
            const id = await outbox.addComment(roomID, comment);
            await draft.acknowledged(sent);
            onSent(id);
            where.follows(second);
        } catch {
            put({ ...before, text: before.text + area.value });
            keep();
            say("It can't be kept on this device. Nothing was sent.");
        }
    }

    /**
     * Takes over what was chosen with the chip: for the words, for the pin, or for where I am.
     * @param {number} second
     * @param {boolean} soon
     */
    function move(second, soon) {
        if (typed()) area.value = area.value.trimStart().replace(/^\S+/, timestamp(second));
        else if (pin !== undefined || where.hasWatched()) pin = second;
        else return void where.goTo(second, { soon });
        update();
        keep();
    }

    /** @param {Draft} draft */
    function put(draft) {
        area.value = draft.text;
        wasEmpty = draft.text === "";
        isKeyPinned = false;
        pin = draft.pin;
        literal = draft.literal ?? false;
        quote = draft.quote;
        reply = draft.reply;
        fit();
        update();
    }

    function cancelReply() {
        reply = pin = undefined;
        update();
        keep();
        area.focus();
    }

    area.addEventListener("input", () => {
        if (literal && !cut(area.value.trim())) literal = false;
        const isEmpty = area.value === "";
        if (wasEmpty && !isEmpty && pin === undefined) isKeyPinned = (pin = where.second()) !== undefined;
        else if (isEmpty && isKeyPinned) pin = undefined;
        wasEmpty = isEmpty;
        if (area.value.includes("@")) mentions ??= import("./mention-suggestions.js").then((found) => found.mentionSuggestions(area, roomID, node), () => { mentions = undefined; });
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
        else pin = reply = undefined;
        update();
        keep();
        area.focus();
    });
    take.addEventListener("click", () => {
        // The comment is about the time of this line.
        if (!typed() && pin === undefined) pin = landing();
        quote = line.textContent ?? undefined;
        update();
        keep();
        area.focus();
    });
    drop.addEventListener("click", () => {
        quote = undefined;
        update();
        keep();
        area.focus();
    });
    update();

    return {
        node,
        /** The line above the words, with the chip. */
        strip,
        update,
        focus: () => area.focus(),
        /** Asks where I am. */
        ask: () => time.open(timestamp(where.second() ?? 0), where.goTo),
        /**
         * Fixes the second of the next comment, which answers somebody.
         * @param {number} second
         * @param {string} to
         */
        reply(second, to) {
            pin = second;
            reply = { to, second };
            update();
            keep();
            area.focus();
        },
    };
}
