// The picture above a room's threads: it is wholly there or wholly gone, since half of it looks broken.
import { fold } from "../frame/bars.js";

/** Who scrolls by less than this, in pixels, has only touched the page: it goes back. */
const touch = 24;

/** Opens and shuts the picture with its title above the threads of a room. */
export class RoomBand {
    isShut = false;
    /** What stands in the page's style. */
    least = 0;

    /**
     * @param {{head: HTMLElement, hero: HTMLElement, body: HTMLElement, content: HTMLElement, foot: HTMLElement}} parts
     * @param {AbortSignal} signal
     */
    constructor(parts, signal) {
        this.parts = parts;
        const height = fold.height = () => this.height();
        addEventListener("scrollend", () => this.settle(), { signal });
        const stretch = () => this.stretch();
        const observer = new ResizeObserver(stretch);
        for (const part of [parts.hero, parts.content, parts.foot]) observer.observe(part);
        addEventListener("resize", stretch, { signal });
        // Words need the room of a phone, of which a keyboard leaves little.
        parts.foot.addEventListener("focusin", ({ target }) => target instanceof HTMLTextAreaElement && this.makeRoom());
        signal.addEventListener("abort", () => {
            observer.disconnect();
            if (fold.height === height) fold.height = () => 0;
        });
    }

    /** How far the page scrolls until the picture is gone, in pixels. */
    height() {
        const { head, hero } = this.parts;
        return Math.max(0, hero.offsetHeight - head.offsetHeight);
    }

    /** Lets the page scroll until the picture is gone, unless all of it fits into the window. */
    stretch() {
        const { body, content, foot, head, hero } = this.parts;
        const bars = (hero.parentElement?.getBoundingClientRect().top ?? 0) + scrollY;
        const least = innerHeight - bars - head.offsetHeight - foot.offsetHeight;
        const isShort = content.offsetHeight < least && content.offsetHeight + this.height() > least;
        const next = isShort ? least : 0;
        if (next === this.least) return;
        this.least = next;
        // A variable would be inherited, and restyle every comment.
        body.style.setProperty("min-height", `${next}px`);
        // It was to be gone, and the page was too short.
        if (scrollY > 0) this.shut();
        else if (foot.contains(document.activeElement)) this.makeRoom();
    }

    makeRoom() {
        if (matchMedia("(width < 600px)").matches) this.shut();
    }

    /** Scrolls the picture away. */
    shut() {
        const height = this.height();
        if (scrollY < height) scrollTo(0, height);
    }

    /** Goes on to where the page was scrolled to, once the finger or the wheel rests. */
    settle() {
        const height = this.height();
        if (scrollY > 0 && scrollY < height) {
            const isShut = this.isShut ? scrollY > height - touch : scrollY >= touch;
            const behavior = matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth";
            scrollTo({ top: isShut ? height : 0, behavior });
        } else this.isShut = scrollY > 0;
    }
}
