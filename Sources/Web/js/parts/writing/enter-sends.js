// The key that sends what is written.

/**
 * Sends by Enter where there is a keyboard, and by Control and Enter everywhere. Elsewhere, and with Shift, Enter begins a line.
 * @param {HTMLTextAreaElement} area
 * @param {() => unknown} send
 */
export function enterSends(area, send) {
    area.addEventListener("keydown", (event) => {
        // Enter that ends the input of a Japanese word sends nothing; Safari says so by the key code alone.
        if (event.key !== "Enter" || event.isComposing || event.keyCode === 229) return;
        const hasKeyboard = matchMedia("(hover: hover) and (pointer: fine)").matches;
        if (!event.ctrlKey && !event.metaKey && (event.shiftKey || !hasKeyboard)) return;
        event.preventDefault();
        send();
    });
}
