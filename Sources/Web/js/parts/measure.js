// Measures the sticky parts, so that they never cover the focus. CSS reads the heights from --bars, --head and --foot.

const heights = { bars: 0, head: 0, foot: 0 };

/** The edges of the uncovered part of the window, in pixels from its top. */
export function edges() {
    return { top: heights.bars + heights.head, bottom: innerHeight - heights.foot };
}

/**
 * Follows the height of a sticky part until the page is left.
 * @param {keyof typeof heights} name
 * @param {HTMLElement} node
 * @param {AbortSignal} [signal]
 */
export function measure(name, node, signal) {
    const root = document.documentElement.style;
    const observer = new ResizeObserver(() => {
        heights[name] = node.offsetHeight;
        root.setProperty(`--${name}`, `${heights[name]}px`);
    });
    observer.observe(node);
    signal?.addEventListener("abort", () => {
        observer.disconnect();
        heights[name] = 0;
        root.removeProperty(`--${name}`);
    });
}
