// Motion shows what has happened: what has come, where something went, and what was refused. Each motion takes 150 to 250 ms.
// Nothing moves for people who want less motion, or while the page is hidden.
import { el } from "../../dom.js";

/** The durations of short and long movements, in milliseconds. */
const [short, long] = [160, 240];
/** The largest number of things that move at once. With more, nobody would see where each goes. */
const most = 80;

const isWanted = () => document.visibilityState === "visible" && !matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * Shows that something has come: it fades in, from below, or from where it was written.
 * @param {Element} node where it stands; its children move, so that its own place can be measured meanwhile
 * @param {Element | null} [from]
 */
export function arrive(node, from) {
    if (!isWanted()) return;
    const [x, y] = from ? way(from, node) : [0, 12];
    for (const part of node.children) {
        part.animate([{ opacity: 0, translate: `${x}px ${y}px` }, { opacity: 1, translate: "0 0" }],
            { duration: from ? long : short, easing: "ease-out" });
    }
}

/**
 * Moves a copy of a text from one element to another, to show where it counts: a found word flies to the score.
 * @param {string} text
 * @param {Element} from
 * @param {Element} to
 */
export function fly(text, from, to) {
    if (!isWanted()) return;
    const { left, top } = from.getBoundingClientRect();
    const copy = el("span", { class: "flying", "aria-hidden": "true" }, text);
    copy.style.setProperty("left", `${left}px`);
    copy.style.setProperty("top", `${top}px`);
    document.body.append(copy);
    const [x, y] = way(to, copy);
    const flight = copy.animate([{ translate: "0 0" }, { translate: `${x}px ${y}px`, scale: 0.7, opacity: 0.4 }],
        { duration: long, easing: "ease-in" });
    flight.finished.catch(() => {}).then(() => copy.remove());
}

/**
 * Shows that something is refused: it shakes.
 * @param {Element} node
 */
export function refuse(node) {
    if (isWanted()) node.animate({ translate: ["0", "-6px", "6px", "-4px", "0"] }, { duration: short });
}

/**
 * Shows where things go by a change: each moves from its place before to the one after, also where another element stands for it
 * then.
 * @param {Element} root
 * @param {string} attribute by which a thing is known
 * @param {() => void} change
 */
export function moving(root, attribute, change) {
    const things = () => [...root.querySelectorAll(`[${attribute}]`)];
    const before = isWanted() ? things().slice(0, most).map((thing) =>
        /** @type {const} */ ([thing.getAttribute(attribute), thing.getBoundingClientRect()])) : [];
    change();
    if (before.length === 0) return;
    const places = new Map(before);
    for (const thing of things()) {
        const [was, is] = [places.get(thing.getAttribute(attribute)), thing.getBoundingClientRect()];
        if (!was || is.height === 0 || was.height === 0) continue;
        const [x, y] = [was.left - is.left, was.top - is.top];
        if (Math.hypot(x, y) < 1) continue;
        thing.animate([{ translate: `${x}px ${y}px` }, { translate: "0 0" }], { duration: long, easing: "ease-in-out" });
    }
}

/**
 * From the start of one element to the start of another one, in pixels to the right and down.
 * @param {Element} to
 * @param {Element} from
 */
function way(to, from) {
    const [end, start] = [to.getBoundingClientRect(), from.getBoundingClientRect()];
    return [end.left - start.left, end.top - start.top];
}
