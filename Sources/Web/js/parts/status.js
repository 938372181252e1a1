// Announcements for screen readers, by one polite live region.

const gathering = 3_000;
/** @type {Map<string, number>} */
const arrived = new Map();
let timer = 0;

/**
 * Announces a sentence at once.
 * @param {string} sentence
 */
export function say(sentence) {
    const status = document.getElementById("status");
    if (!status) return;
    // The same sentence twice is announced only if the text changes.
    status.textContent = status.textContent === sentence ? `${sentence}\u00A0` : sentence;
}

/**
 * Counts new comments for three seconds, then announces them in one sentence, such as "2 new comments from bea".
 * @param {string} from
 */
export function arrival(from) {
    arrived.set(from, (arrived.get(from) ?? 0) + 1);
    timer ||= window.setTimeout(() => {
        const parts = [...arrived].map(([name, count]) => `${count} new ${count === 1 ? "comment" : "comments"} from ${name}`);
        arrived.clear();
        timer = 0;
        say(parts.join(", "));
    }, gathering);
}
