// The panel of who hasn't watched yet: where I am, and the button that starts or pauses. While it runs, also steps, when the next
// comment comes, and the way back to now; at the end, the mark as watched.
import { el, fill, mark, moveTo, set } from "../../dom.js";
import { timestamp } from "../../client/timestamp.js";
import { positionFollower } from "./follow-position.js";
import { phrase } from "../../phrases.js";

/**
 * When the next comment comes, without a word of it.
 * @param {number} left in seconds; Infinity where there is none
 */
export function nextText(left) {
    if (left === Infinity) return phrase("room.along.noneAhead");
    return left < 60 ? phrase("room.along.nextSoon") : phrase("room.along.next", { minutes: Math.round(left / 60) });
}

/** The quiet that is worth a word, in seconds. */
const quiet = 60;

/**
 * Since when nobody has said anything where I am; nothing where somebody just did.
 * @param {number} second
 * @param {number} last the second of what is shown last
 */
export const quietText = (second, last) => second - last < quiet ? ""
    : phrase("room.along.quiet", { time: timestamp(last) });

/**
 * What a drag of the time would show, to somebody from whom something is hidden.
 * @param {number} second to which it is dragged
 * @param {number | undefined} end of the show or film
 */
export const offerText = (second, end = Infinity) => second > end
    ? phrase("room.along.offerEnd", { time: timestamp(end) }) : phrase("room.along.offerUntil", { time: timestamp(second) });

/** The panel that a room shows until somebody has watched. */
export class WatchPanel {
    /**
     * The seconds of the others' comments.
     * @type {readonly number[]}
     */
    seconds = [];

    /**
     * @param {import("./watch-position.js").WatchPosition} where
     * @param {HTMLElement} list the threads, which follow me
     * @param {AbortSignal} signal
     */
    constructor(where, list, signal) {
        this.where = where;
        this.list = list;
        /**
         * The second to which the time is dragged, until it is taken or dropped.
         * @type {number | undefined}
         */
        this.dragged = undefined;
        this.drop = () => {};
        this.now = positionFollower(list, signal);
        this.time = el("span", { class: "figures" });
        /** Has the time, or in its place the way to change it. */
        this.clock = el("span", { class: "along-clock" }, this.time);
        this.about = el("span", { class: "small soft figures" });
        this.next = el("span", { class: "along-next small soft" });
        this.back = el("button", { class: "text-button along-back", hidden: true, onclick: () => this.toNow() },
            phrase("room.along.toNow"));
        this.finish = el("button", { class: "button button-main", hidden: true, onclick: () => where.actions.onEnd() },
            phrase("room.head.mark"));
        const step = (/** @type {"back" | "on"} */ way, seconds = 10) => el("button", {
            class: "chip-step figures", "aria-label": phrase("room.along.bySeconds", { way, seconds }),
            onclick: () => this.step(way === "back" ? -seconds : seconds),
        }, el("span", { class: "step-long" }, phrase("room.time.step", { way, seconds })),
        el("span", { class: "step-short" }, phrase("room.time.stepShort", { way, seconds })));
        /** The place of the button that starts and pauses. */
        this.controls = el("div", { class: "along-controls" }, this.finish);
        this.steps = el("span", { class: "along-steps" }, step("back"), step("on"));
        this.hint = el("p", { class: "along-hint small soft" }, phrase("room.along.press"));
        this.more = el("div", { class: "along-more" }, this.next, this.back);
        this.return = el("button", { class: "button button-small", onclick: () => this.settle(false) });
        this.offerHint = el("p", { class: "along-warning small soft" });
        /** Stands there while the time is dragged, and then until one of them is pressed. */
        this.offer = el("div", { class: "along-offer", hidden: true }, this.return,
            el("button", { class: "button button-small button-main", onclick: () => this.settle(true) },
                phrase("room.along.jump")));
        this.hereTime = el("span", { class: "here-time figures" });
        this.hereWords = el("span", { class: "here-words" });
        /** Stands below what is shown: where I am, and what came there. */
        this.here = el("p", { class: "here", hidden: true }, this.hereTime, this.hereWords);
        this.node = el("div", { class: "along-panel", hidden: true, role: "group", "aria-label": phrase("room.along.name") },
            el("span", { class: "along-now" }, this.clock, this.about), this.steps, this.controls, this.offer, this.hint,
            this.more, this.offerHint);
    }

    /**
     * Takes the button that starts and pauses, or gives it to another place.
     * @param {HTMLElement} place
     */
    putButton(place) {
        moveTo(place, this.where.button);
    }

    /**
     * Takes the time that can be changed, or gives it to another place.
     * @param {HTMLElement | undefined} time
     */
    putTime(time = this.time) {
        moveTo(this.clock, time);
        if (time !== this.time) this.time.remove();
    }

    /**
     * Takes where I would be at the end of a drag.
     * @param {number | undefined} second
     * @param {() => void} drop shows where I am again
     * @returns {boolean} whether that is another second than before
     */
    drag(second, drop) {
        if (second === this.dragged) return false;
        this.dragged = second;
        this.drop = drop;
        this.showHere();
        this.showOffer();
        return true;
    }

    /** @param {boolean} isTaken whether I am where the time was dragged to */
    settle(isTaken) {
        const { clock, dragged, where } = this;
        this.drop();
        if (isTaken && dragged !== undefined) where.set(dragged);
        // The button is gone.
        const [slider] = clock.children;
        if (slider instanceof HTMLElement) slider.focus();
    }

    /** Offers to go where the time is dragged to, and says what that would show. */
    showOffer() {
        const { dragged, node, offer, offerHint, where } = this;
        mark(node, "data-offer", dragged !== undefined);
        offer.hidden = offerHint.hidden = dragged === undefined;
        const second = where.second() ?? 0;
        fill(this.return, phrase("room.along.backTo", { time: timestamp(second) }));
        if (dragged === undefined) return;
        fill(offerHint, dragged > second && where.actions.isHiding() && offerText(dragged, where.runtime));
    }

    /** @param {number} change in seconds */
    step(change) {
        this.where.goTo(Math.max(0, (this.where.second() ?? 0) + change), { soon: true });
    }

    /** Lets the list follow me again. */
    toNow() {
        this.now.start();
        this.update();
    }

    /** Says where I am, or would be, unless something later is shown, such as my own comment. */
    showHere() {
        const { dragged, here, hereTime, hereWords, list, where } = this;
        const second = dragged ?? where.second();
        const shown = /** @type {HTMLElement | null} */ (list.lastElementChild);
        const last = Number(shown?.dataset.thread ?? 0);
        here.hidden = second === undefined || where.hasWatched() || where.hasEnded() || last > second;
        if (here.hidden || second === undefined) return;
        mark(here, "data-runs", where.isRunning());
        fill(hereTime, timestamp(second));
        fill(hereWords, el("b", {}, phrase(dragged === undefined ? "room.along.here" : "room.along.wouldBe")), " ",
            dragged === undefined && el("span", { class: "small soft" }, quietText(second, last)));
    }

    update() {
        this.showHere();
        const { back, finish, more, node, now, seconds, where } = this;
        const second = where.second() ?? 0;
        const [runs, hasEnded] = [where.isRunning(), where.hasEnded()];
        // Somewhere else on the page one begins.
        node.hidden = where.hasWatched() || where.button.parentNode !== this.controls;
        now.show(runs ? second : undefined);
        if (node.hidden) return;
        mark(node, "data-runs", runs);
        mark(node, "data-ended", hasEnded);
        const isBegun = where.second() !== undefined;
        this.time.hidden = !isBegun;
        fill(this.time, timestamp(hasEnded ? where.runtime ?? second : second));
        fill(this.about, ...hasEnded ? [phrase("room.along.end")] : where.isLapsed() ? [phrase("room.along.lapsed")] : [
            isBegun && el("b", {}, phrase(runs ? "room.along.runs" : "room.along.paused")),
            isBegun && where.runtime !== undefined
                && el("span", {}, phrase("room.along.of", { time: timestamp(where.runtime) }))]);
        this.showOffer();
        finish.hidden = !hasEnded;
        more.hidden = this.steps.hidden = !runs || hasEnded;
        this.hint.hidden = isBegun;
        const next = Math.min(...seconds.filter((one) => one > second));
        const before = Math.max(0, ...seconds.filter((one) => one <= second));
        set(this.next, { vars: { way: next === Infinity ? 0 : (second - before) / (next - before) } });
        this.next.classList.toggle("none", next === Infinity);
        fill(this.next, nextText(next - second));
        back.hidden = !now.isHeld();
    }
}
