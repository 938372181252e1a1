// Says when a place of the page comes near the window.

/**
 * Calls when a place comes to within 400 px of the window, and each time that it comes back.
 * @param {Element} place has to be shown; it may be empty
 * @param {AbortSignal} signal
 * @param {() => void} call
 * @returns {() => void} stops it
 */
export function whenNear(place, signal, call) {
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && call(),
        { rootMargin: "400px" });
    const stop = () => observer.disconnect();
    observer.observe(place);
    signal.addEventListener("abort", stop);
    return stop;
}
