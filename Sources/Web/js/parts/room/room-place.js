// The place in a room where the page opens, and which it keeps: the address's target, the history's entry, the first new comment,
// or where the user left.
import { comments } from "../../client/room.js";
import { drafts } from "../../client.js";
import { seconds } from "../../client/timestamp.js";
import { keepPlace, keptPlace, keptScroll } from "../../routes.js";
import { reveal } from "../frame/bars.js";
import { jump } from "../controls/unseen-pill.js";
import { layOutNear } from "./heights.js";
import { followRefused } from "./refused-notice.js";
import { topmost } from "./thread-list.js";

/** Finds the place in a room where the page opens, and keeps it. */
export class RoomPlace {
    scroll = keptScroll();
    /** @type {{comment: string, top: number} | undefined} */
    kept = keptPlace();
    isPlaced = false;

    /**
     * @param {string} id
     * @param {AbortSignal} signal
     * @param {{list: import("./thread-list.js").ThreadList, gate: import("./spoiler-gate.js").SpoilerGate}} room
     */
    constructor(id, signal, { list, gate }) {
        this.id = id;
        this.list = list;
        this.gate = gate;
        // A comment and its place in the window: the heights of threads that aren't laid out yet are guesses.
        keepPlace(() => {
            const top = topmost(list.node);
            return this.isPlaced && top ? { comment: top.dataset.comment, top: top.getBoundingClientRect().top } : this.kept;
        }, signal);
        addEventListener("hashchange", () => this.toAddress(), { signal });
        followRefused(list.node, signal);
    }

    /** Scrolls to the place where the page opens, the first time that it has comments. */
    arrive() {
        if (this.isPlaced) return;
        this.isPlaced = true;
        this.toFirstPlace();
    }

    /** Keeps where I leave, for the next visit. */
    keep() {
        const top = topmost(this.list.node);
        if (this.isPlaced && top) drafts.save(`left:${this.id}`, { comment: top.dataset.comment });
    }

    /**
     * `#15:43` leads to a thread or the next one after it, `#n17` to a comment. The gate asks before it shows a hidden target.
     */
    toAddress() {
        const { gate, list } = this;
        const hash = decodeURIComponent(location.hash.slice(1));
        if (!hash) return false;
        const [, number] = /^n(\d+)$/.exec(hash) ?? [];
        const second = seconds(hash);
        const hit = comments(this.id).find((comment) => number ? comment.number === Number(number) : comment.seconds === second);
        if (!number && second === undefined) return false;
        if (hit && gate.isHidden(hit)) return gate.lead(hit.seconds), true;
        const section = [...list.node.querySelectorAll("section")].find((one) => Number(one.dataset.thread) >= (second
            ?? Infinity));
        const target = number ? hit && list.article(hit.id) : section;
        if (target instanceof HTMLElement) jump(target);
        return target !== undefined;
    }

    /** Leads to the first thread, once everything is shown. The button that was pressed is gone, and the focus with it. */
    toFirst() {
        const heading = this.list.node.querySelector("h2");
        if (heading && document.activeElement === document.body) jump(heading);
        else reveal(heading, true);
    }

    async toFirstPlace() {
        const { kept, list, scroll } = this;
        if (this.toAddress()) return;
        const before = kept && list.article(kept.comment);
        if (kept && before) {
            layOutNear(before);
            return scrollBy(0, before.getBoundingClientRect().top - kept.top);
        }
        if (scroll !== undefined) return scrollTo(0, scroll);
        const first = [...list.node.querySelectorAll("article[data-new]")][0];
        const left = /** @type {{comment: string} | undefined} */ (await drafts.load(`left:${this.id}`));
        const place = first ?? (left && list.article(left.comment));
        if (place instanceof HTMLElement && place !== list.node.querySelector("article")) jump(place, { focus: false });
    }
}
