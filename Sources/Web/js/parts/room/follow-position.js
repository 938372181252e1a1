// The list follows "now" while I watch along. It is held back while I have scrolled away, and goes on once now is in view again.
import { reveal, uncoveredEdges } from "../frame/bars.js";

const scrolls = new Set(["ArrowUp", "ArrowDown", "PageUp", "PageDown", "Home", "End", " "]);

/**
 * Scrolls the list so that it follows where the person is.
 * @param {HTMLElement} list
 * @param {AbortSignal} signal
 */
export function positionFollower(list, signal) {
    let isOn = false;
    let isHeld = false;
    const stop = () => { isOn = false; };
    for (const kind of ["wheel", "touchmove"]) addEventListener(kind, stop, { passive: true, signal });
    // The page's own scroll bar.
    addEventListener("mousedown", (event) => event.target === document.documentElement && stop(), { signal });
    addEventListener("keydown", (event) => {
        if (scrolls.has(event.key)
            && !(event.target instanceof Element && event.target.closest("input, textarea, [role=slider]"))) stop();
    }, { signal });
    return {
        start() { isOn = true; },
        /** Whether the last comment by now is out of view, and stays there. */
        isHeld: () => isHeld,
        /** @param {number | undefined} second */
        show(second) {
            isHeld = false;
            if (second === undefined) return;
            const passed = [...list.children].filter((section) => section instanceof HTMLElement
                && Number(section.dataset.thread) <= second);
            const last = passed.at(-1)?.querySelector("article:last-child");
            isOn ||= last !== undefined && last !== null && isInView(last);
            if (isOn) reveal(last);
            else isHeld = Boolean(last);
        },
    };
}

/** @param {Element} node */
function isInView(node) {
    const box = node.getBoundingClientRect();
    const { top, bottom } = uncoveredEdges();
    return box.top >= top && box.bottom <= bottom;
}
