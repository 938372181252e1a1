// Drafts by place, such as `room:ID`, in the person's database.

import { memory } from "./replica/memory.js";

/** How long after the last key a draft is stored, in milliseconds. */
const delay = 300;

/**
 * What isn't stored yet, by place.
 * @type {Map<string, { draft: unknown, timer: ReturnType<typeof setTimeout> }>}
 */
const waiting = new Map();

document.addEventListener("visibilitychange", () => { if (document.visibilityState === "hidden") flush(); });
addEventListener("pagehide", () => flush());

/**
 * @template T
 * @param {string} place
 * @returns {Promise<T | undefined>}
 */
export async function load(place) {
    if (waiting.has(place)) return /** @type {T} */ (waiting.get(place)?.draft);
    return memory()?.database.transaction(["drafts"], "readonly", stores => stores.get("drafts", place));
}

/**
 * Stores a draft soon. `undefined` removes it at once.
 * @param {string} place
 * @param {unknown} draft
 */
export function save(place, draft) {
    clearTimeout(waiting.get(place)?.timer);
    waiting.set(place, { draft, timer: setTimeout(() => store([place]), delay) });
    if (draft === undefined) store([place]);
}

/** Stores what waits. */
export async function flush() {
    await store([...waiting.keys()]);
}

/**
 * Stores drafts in one transaction. If the page is about to go, the browser aborts one that still waits for another.
 * @param {string[]} places
 */
async function store(places) {
    const found = [...waiting].filter(([place]) => places.includes(place));
    if (found.length === 0) return;
    for (const [, { timer }] of found) clearTimeout(timer);
    await memory()?.database.transaction(["drafts"], "readwrite", async stores => {
        const written = found.map(([place, { draft }]) => draft === undefined ? stores.remove("drafts", place) : stores.put("drafts", draft, place));
        // Whatever is still to be awaited, the page may go.
        stores.commit();
        await Promise.all(written);
    });
    for (const [place, one] of found) if (waiting.get(place) === one) waiting.delete(place);
}
