// The form for a new comment. It belongs to one room and stores its draft.
import { el, fill, mark, moveTo } from "../../dom.js";
import { sign } from "../controls/signs.js";
import { outbox } from "../../client.js";
import { phrase } from "../../phrases.js";
import { cut, timestamp } from "../../client/timestamp.js";
import { TimeChip } from "../room/time-chip.js";
import { KeptDraft } from "../controls/kept-draft.js";
import { wholeName } from "../watch/subject-words.js";
import { growWithText } from "../controls/growing-textarea.js";
import { called } from "../controls/person.js";
import { say } from "../controls/states.js";
import { enterSends } from "./enter-sends.js";
import { PictureField } from "./picture-field.js";
import { QuoteLine } from "./quote-line.js";
import { ReplyLine } from "./reply-line.js";

const [limit, countFrom] = [4_000, 3_800];

/** @typedef {import("./picture-field.js").KeptItem} KeptItem a picture */
/** @typedef {{text: string, pin?: number, literal?: boolean, quote?: string, reply?: Reply, pictures?: KeptItem[]}} Draft */
/** @typedef {Omit<Draft, "text" | "pictures">} Choice what it has besides its words and pictures */
/** @typedef {{to: string, second: number, id?: string}} Reply whose comment at which second is answered; its id if it can be */

/**
 * @typedef {object} Around
 * @property {() => number} length of the timeline in seconds
 * @property {import("../room/spoken-lines.js").SpokenLines} spoken
 * @property {(time: HTMLElement | undefined) => void} [putTime] takes the time while the next comment lands where I am
 * @property {(second: number | undefined, drop: () => void) => void} [drag] shows a second of a drag, until `drop`
 */

/**
 * The form for a new comment in a room.
 * @param {string} roomID
 * @param {import("../room/watch-position.js").WatchPosition} where The next comment lands where I am, unless it is pinned or says
 *     another time itself.
 * @param {Around} around
 */
export function composer(roomID, where, around) {
    const made = new Composer(roomID, where, around);
    made.listen();
    made.update();
    return {
        node: made.node,
        update: () => made.update(),
        focus: () => made.area.focus(),
        /** Takes pictures that are dropped there. */
        takeDrops: (/** @type {HTMLElement} */ place) => made.pictures.takeFrom(place),
        /** Asks where I am. */
        ask: () => made.ask(),
        /**
         * Fixes the second of the next comment, which answers this one. One that the server refused can't be named.
         * @param {import("../../types/app.js").ShownComment} comment
         */
        reply: ({ author, id, seconds, state }) => made.change({ pin: seconds, reply: {
            to: called(author), second: seconds, ...(state !== "refused" && { id }),
        } }),
    };
}

/** What the next comment has besides its words and pictures. */
const nothing = () => /** @type {Choice} */ ({ pin: undefined, literal: false, quote: undefined, reply: undefined });

class Composer {
    state = nothing();
    wasEmpty = true;
    /**
     * The pin that the first key set. Emptying the field takes it back, but no pin that somebody chose.
     * @type {number | undefined}
     */
    keyPin = undefined;
    /** @type {Promise<void> | undefined} */
    mentions = undefined;

    /**
     * @param {string} roomID
     * @param {import("../room/watch-position.js").WatchPosition} where
     * @param {Around} around
     */
    constructor(roomID, where, around) {
        this.roomID = roomID;
        this.where = where;
        this.around = around;
        this.area = el("textarea", { id: "composer", rows: 1, dir: "auto", enterkeyhint: "enter" });
        this.time = new TimeChip({
            length: around.length, whole: () => wholeName(roomID), chooseWhole: () => this.chooseWhole(),
            move: (second, soon) => this.move(second, soon), follow: (second) => this.showSecond(second),
        });
        this.unpin = el("button", { class: "icon-button chip-close", onclick: () => this.letGo() }, sign("close"));
        this.at = el("div", { class: "composer-at" }, this.time.slider, this.unpin);
        this.quoting = new QuoteLine({ take: () => this.quote(), drop: () => this.change({ quote: undefined }) });
        this.pictures = new PictureField({ onChange: () => this.typed() });
        this.count = el("span", { class: "composer-count tiny figures", "aria-live": "polite" });
        this.send = el("button",
            { class: "button button-main send", type: "submit", "aria-label": phrase("writing.send") }, sign("send"));
        this.replying = new ReplyLine(() => this.change({ reply: undefined, pin: undefined }));
        const label = el("label", { class: "unseen", htmlFor: "composer" }, phrase("writing.comment"));
        const field = el("div", { class: "with-pictures" }, label, this.area, this.pictures.button);
        this.node = el("form", { class: "composer", noValidate: true }, this.replying.node, this.time.node, this.pictures.node,
            el("div", { class: "composer-line" }, this.at, field, this.send), this.quoting.node, this.count);
        this.fit = growWithText(this.area);
        /** @type {KeptDraft<Draft>} */
        this.draft = new KeptDraft(`room:${roomID}`, {
            get: () => this.current(), isThere: () => this.node.isConnected,
            put: (kept, _, isTyped) => this.put(isTyped ? { ...kept, text: (kept?.text ?? "") + this.area.value,
                pictures: [...kept?.pictures ?? [], ...this.pictures.items] } : kept ?? { text: "" }),
        });
    }

    listen() {
        const { area, node } = this;
        node.addEventListener("paste", (event) => this.pictures.paste(event));
        area.addEventListener("input", () => this.typed());
        enterSends(area, () => this.submit());
        node.addEventListener("submit", (event) => {
            event.preventDefault();
            this.submit();
            area.focus();
        });
    }

    /** What the draft keeps. @returns {Draft | undefined} */
    current() {
        const { area, state } = this;
        const pictures = this.pictures.kept();
        const isEmpty = !area.value && !state.quote && state.pin === undefined && pictures.length === 0;
        return isEmpty ? undefined : { text: area.value, ...state, ...(pictures.length > 0 && { pictures }) };
    }

    /** The time at the head of the words, unless it is one of the words. */
    ownTime() {
        return this.state.literal ? undefined : cut(this.area.value.trim());
    }

    /** The second at which the comment lands. */
    landing() {
        const { where } = this;
        // Nothing is said after the end.
        return this.ownTime()?.seconds ?? this.state.pin ?? (where.hasEnded() ? where.runtime : where.second()) ?? 0;
    }

    /** Shows what stands in the form now. */
    update() {
        this.showTime(this.landing());
        const length = Array.from(this.area.value.trim()).length;
        fill(this.count, length >= countFrom ? phrase("writing.length", { count: length, limit }) : "");
        this.count.classList.toggle("bad", length > limit);
        const isEmpty = length === 0 && this.pictures.items.length === 0;
        mark(this.send, "aria-disabled", isEmpty || length > limit ? "true" : undefined);
    }

    /**
     * What the comment answers if it lands at this second: nothing that comes later.
     * @param {number} second
     */
    answers(second) {
        const { reply } = this.state;
        return reply && reply.second <= second ? reply : undefined;
    }

    /** @param {number} second */
    showTime(second) {
        const { pin } = this.state;
        const found = this.ownTime();
        this.replying.show(this.answers(second)?.to);
        const isPinned = found !== undefined || pin !== undefined;
        // Cancelling the reply unpins too.
        this.unpin.hidden = !found && (pin === undefined || !this.replying.node.hidden);
        this.at.classList.toggle("pinned", isPinned);
        const { around: { putTime }, time, where } = this;
        const isClock = putTime !== undefined && !isPinned && where.second() !== undefined && !where.hasWatched();
        if (!isClock) moveTo(this.at, time.slider);
        putTime?.(isClock ? time.slider : undefined);
        time.show(second, isClock, found !== undefined);
        mark(this.unpin, "aria-label", phrase(found ? "writing.keepTime" : "writing.dropTime"));
    }

    /**
     * Shows what belongs to a second: that of the chip, also while it is dragged.
     * @param {number} second
     */
    showSecond(second) {
        const { drag, isClock, proposed } = this.time;
        this.around.drag?.(proposed, () => this.time.drop());
        // The time stands beside the field otherwise.
        mark(this.node, "data-second", second);
        this.area.placeholder = phrase("writing.placeholder", { time: isClock ? timestamp(second) : "none" });
        const { quote } = this.state;
        const { spoken } = this.around;
        this.quoting.show(quote, spoken.at(second), spoken.isOn() && (this.where.isRunning() || drag !== undefined));
    }

    /**
     * Changes what the comment has besides its words, and goes on with these.
     * @param {Partial<Choice>} change
     */
    change(change) {
        Object.assign(this.state, change);
        this.changed();
        this.area.focus();
    }

    /** Shows and keeps what stands in the form now. */
    changed() {
        this.update();
        this.draft.save();
    }

    typed() {
        const { area, node, state, time, where } = this;
        if (state.literal && !cut(area.value.trim())) state.literal = false;
        const isEmpty = area.value === "" && this.pictures.items.length === 0;
        if (isEmpty && state.pin === this.keyPin) state.pin = undefined;
        if (this.wasEmpty && !isEmpty && state.pin === undefined) state.pin = this.keyPin = time.offered ?? where.second();
        this.wasEmpty = isEmpty;
        if (area.value.includes("@")) {
            this.mentions ??= import("./mention-suggestions.js")
                .then((found) => found.mentionSuggestions(area, this.roomID, node),
                () => { this.mentions = undefined; });
        }
        this.changed();
    }

    ask() {
        const { time, where } = this;
        time.open(timestamp(where.second() ?? 0), (second, soon) => where.goTo(second, { soon }));
    }

    /** The comment is about the whole, wherever I am. */
    chooseWhole() {
        if (this.ownTime()) return this.move(0, false);
        this.change({ pin: this.where.second() === undefined ? undefined : 0, reply: undefined });
    }

    /** The button beside the time: its words stay words, or it follows me again. */
    letGo() {
        this.change(this.ownTime() ? { literal: true } : { pin: undefined, reply: undefined });
    }

    quote() {
        // The comment is about the time of this line.
        const pin = !this.ownTime() && this.state.pin === undefined ? this.landing() : this.state.pin;
        this.change({ pin, quote: this.quoting.words });
    }

    /**
     * Takes over what was chosen with the chip: for the words, for the pin, or for where I am.
     * @param {number} second
     * @param {boolean} soon
     */
    move(second, soon) {
        const { area, state, where } = this;
        if (this.ownTime()) area.value = area.value.trimStart().replace(/^\S+/, timestamp(second));
        else if (state.pin !== undefined || where.hasWatched()) state.pin = second;
        else return void where.goTo(second, { soon });
        this.changed();
    }

    /** @param {Draft} draft */
    put({ text, pictures, ...others }) {
        this.area.value = text;
        this.pictures.put(pictures);
        this.wasEmpty = text === "" && !pictures?.length;
        this.keyPin = undefined;
        this.state = { ...nothing(), ...others };
        this.fit();
        this.update();
    }

    async submit() {
        const { area, draft, roomID, state, where } = this;
        const content = area.value.trim();
        const length = Array.from(content).length;
        if (length > limit) return say(phrase("writing.tooLong", { limit }));
        if (this.pictures.fault()) return;
        const pictures = this.pictures.items;
        if (length === 0 && pictures.length === 0) return;
        const second = this.landing();
        const { literal, quote } = state;
        const replyTo = this.answers(second)?.id;
        const comment = { content, ...(literal ? { literal } : {}),
            ...(this.ownTime() || second === 0 ? {} : { seconds: second }),
            ...(quote && { quote }), ...(replyTo && { replyTo }), ...(pictures.length > 0 && { pictures }) };
        const before = { text: area.value, ...state };
        const sent = draft.sent();
        // Emptied before anything is awaited, so that a second Enter sends nothing. The draft goes once the outbox has the words.
        this.put({ text: "" });
        try {
            await outbox.addComment(roomID, comment, { draft: `room:${roomID}` });
            await draft.acknowledged(sent);
            where.follows(second);
        } catch {
            this.put({ ...before, text: before.text + area.value, pictures: [...pictures, ...this.pictures.items] });
            draft.save();
            say(phrase("writing.notKept"));
        }
    }
}
