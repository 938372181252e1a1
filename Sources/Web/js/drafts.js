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
    waiting.set(place, { draft, timer: setTimeout(() => store(place), delay) });
    if (draft === undefined) store(place);
}

/** Stores what waits. */
export async function flush() {
    await Promise.all([...waiting.keys()].map(store));
}

/** @param {string} place */
async function store(place) {
    const found = waiting.get(place);
    if (!found) return;
    clearTimeout(found.timer);
    await memory()?.database.transaction(["drafts"], "readwrite", async stores => {
        const written = found.draft === undefined ? stores.remove("drafts", place) : stores.put("drafts", found.draft, place);
        // The page may be about to go, with whatever is still to be awaited.
        stores.commit();
        await written;
    });
    if (waiting.get(place) === found) waiting.delete(place);
}
