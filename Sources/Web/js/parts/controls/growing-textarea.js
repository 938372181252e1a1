// A textarea that grows with its text, up to the height that CSS allows.

/**
 * Lets a textarea grow with its text. Call the returned function after a change by code.
 * @param {HTMLTextAreaElement} area
 */
export function growWithText(area) {
    const fit = () => {
        area.style.setProperty("height", "auto");
        // The border isn't part of the scroll height.
        area.style.setProperty("height", `${area.scrollHeight + area.offsetHeight - area.clientHeight}px`);
    };
    area.addEventListener("input", fit);
    requestAnimationFrame(() => area.isConnected && fit());
    return fit;
}
