// The list follows "now" while I watch along, until I scroll.
import { reveal } from "../frame/bars.js";

const scrolls = new Set(["ArrowUp", "ArrowDown", "PageUp", "PageDown", "Home", "End", " "]);

/**
 * @param {HTMLElement} list
 * @param {AbortSignal} signal
 */
export function positionFollower(list, signal) {
    let isOn = false;
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
        /** @param {number | undefined} second */
        show(second) {
            if (!isOn || second === undefined) return;
            const passed = [...list.children].filter((section) => section instanceof HTMLElement
                && Number(section.dataset.thread) <= second);
            reveal(passed.at(-1)?.querySelector("article:last-child"));
        },
    };
}
