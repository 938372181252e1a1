// How high the sticky parts are: what is focused, jumped to or read is never behind them. CSS has the same as --bars, --head and --foot.

const heights = { bars: 0, head: 0, foot: 0 };

/** The edges of what is seen of the page, in pixels from the top of the window. */
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
