// Reactions in one tap: a bar on the comment under the pointer, and the menu of a comment that a finger holds.
import { comments } from "../../client/room.js";
import { el, fill, mark } from "../../dom.js";
import { sign } from "../controls/signs.js";
import { chooseEmoji } from "./emoji.js";
import { reactAndRemember, recentEmoji } from "./recent-emoji.js";
import { topmost } from "./thread-list.js";

/** A finger that stays this long holds the comment, in milliseconds. */
const long = 500;
/** A finger that moves further than this scrolls, in pixels. */
const still = 10;

/** The bar of emoji on the comment under the pointer. */
export class ReactionBar {
    /** Screen readers have the menu and the key. */
    bar = el("div", { class: "react-bar", "aria-hidden": "true" });
    /**
     * The comment under the pointer.
     * @type {HTMLElement | undefined}
     */
    article = undefined;
    byKeys = false;
    /**
     * The comment that hides what can be done with it, though the pointer or the focus is on it.
     * @type {HTMLElement | undefined}
     */
    quiet = undefined;
    /**
     * Where a finger went down.
     * @type {{x: number, y: number, timer: number} | undefined}
     */
    held = undefined;

    /**
     * @param {string} roomID
     * @param {HTMLElement} list the threads
     * @param {AbortSignal} signal
     */
    constructor(roomID, list, signal) {
        this.roomID = roomID;
        this.list = list;
        list.addEventListener("pointerover", (event) => event.pointerType === "mouse" && this.show(articleAt(event)), { signal });
        for (const name of ["pointermove", "pointerdown", "keydown"]) {
            document.addEventListener(name, () => this.quieten(name === "keydown"), { passive: true, signal });
        }
        list.addEventListener("focusin", () => this.quieten(), { signal });
        list.addEventListener("pointerleave", () => this.show(undefined), { signal });
        list.addEventListener("pointerdown", (event) => this.press(event), { signal });
        list.addEventListener("pointermove", ({ clientX, clientY }) => {
            const { x, y } = this.held ?? { x: clientX, y: clientY };
            if (Math.hypot(clientX - x, clientY - y) > still) this.release();
        }, { signal });
        for (const name of ["pointerup", "pointercancel"]) list.addEventListener(name, () => this.release(), { signal });
        // The browser's own menu for text.
        list.addEventListener("contextmenu", (event) => this.held && event.preventDefault(), { signal });
        signal.addEventListener("abort", () => this.release());
    }

    /**
     * Of the comment under the pointer and the one with the focus, that which was used last shows what can be done with it. The
     * other is marked, and not the list: the browser would look at every comment for each change of it.
     * @param {boolean} [byKeys]
     */
    quieten(byKeys = this.byKeys) {
        this.byKeys = byKeys;
        const focused = /** @type {HTMLElement | null | undefined} */ (document.activeElement?.closest(".comment")) ?? undefined;
        const [used, other] = byKeys ? [focused, this.article] : [this.article, focused];
        const next = other === used ? undefined : other;
        if (next === this.quiet) return;
        if (this.quiet) mark(this.quiet, "data-quiet", undefined);
        if (next) mark(next, "data-quiet", true);
        this.quiet = next;
    }

    /** @param {HTMLElement} article */
    comment(article) {
        return comments(this.roomID).find(({ id }) => id === article.dataset.comment);
    }

    /** @param {HTMLElement | undefined} article */
    async show(article) {
        if (article === this.article && article?.contains(this.bar)) return;
        this.article = article;
        this.bar.remove();
        const recent = article && await recentEmoji();
        if (!article || !recent || this.article !== article) return;
        const choice = (/** @type {string} */ name, /** @type {Node | string} */ shown, /** @type {() => unknown} */ onclick) =>
            el("button", { class: "text-button", tabIndex: -1, onclick, data: { react: name } }, shown);
        const comment = () => this.comment(article);
        fill(this.bar, ...recent.map((emoji) => choice(emoji, emoji, () => {
            const found = comment();
            if (found) reactAndRemember(found, emoji);
        })), choice("more", sign("smile"), () => this.open(article, { hasField: true })));
        article.querySelector(".comment-actions")?.prepend(this.bar);
    }

    /** @param {PointerEvent} event */
    press(event) {
        this.release();
        const { clientX: x, clientY: y, isPrimary, pointerType, target } = event;
        const article = articleAt(event);
        const isOfAnother = target instanceof Element && target.closest("a, button, textarea, input");
        if (pointerType === "mouse" || !isPrimary || !article || isOfAnother) return;
        this.held = { x, y, timer: window.setTimeout(() => article.dispatchEvent(new Event("hold")), long) };
    }

    release() {
        clearTimeout(this.held?.timer);
        this.held = undefined;
    }

    /**
     * Opens the choice of an emoji: for the comment that has the focus, or else for the first one in view.
     * @param {HTMLElement} [article]
     * @param {Parameters<typeof chooseEmoji>[2]} [options]
     */
    open(article, options) {
        const focused = document.activeElement?.closest("article");
        const chosen = article ?? (focused instanceof HTMLElement && this.list.contains(focused) ? focused : topmost(this.list));
        const button = chosen?.querySelector(".more");
        const comment = chosen && this.comment(chosen);
        if (button instanceof HTMLElement && comment?.state === "sent") chooseEmoji(button, comment, options);
    }
}

/**
 * The comment at a pointer, if one can react to it.
 * @param {PointerEvent} event
 */
function articleAt({ target }) {
    const article = target instanceof Element ? target.closest("article[data-state=sent]") : null;
    return article instanceof HTMLElement && article.querySelector(".more") ? article : undefined;
}
