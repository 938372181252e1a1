// How high the sticky parts are, for CSS: what is focused or jumped to is never behind them.

/**
 * @param {HTMLElement} head
 * @param {HTMLElement} foot
 * @param {AbortSignal} signal
 */
export function measure(head, foot, signal) {
    const root = document.documentElement.style;
    const observer = new ResizeObserver(() => {
        root.setProperty("--head", `${head.offsetHeight}px`);
        root.setProperty("--foot", `${foot.offsetHeight}px`);
    });
    observer.observe(head);
    observer.observe(foot);
    signal.addEventListener("abort", () => {
        observer.disconnect();
        root.removeProperty("--head");
        root.removeProperty("--foot");
    });
}
