// The list of words, fetched once and kept in a cache of its own: its id changes with its words.

import { address, call } from "./api.js";
import { Words } from "./rules/words.js";

const cacheName = "davenport-words";

/** @type {{ id: string, words: Promise<Words> } | undefined} */
let present;

/**
 * @param {string} id
 * @returns {Promise<Words>}
 */
export function loadWords(id) {
    if (present?.id === id) return present.words;
    const words = fetched(id);
    present = { id, words };
    words.catch(() => { if (present?.words === words) present = undefined; });
    return words;
}

/** @param {string} wordListID */
async function fetched(wordListID) {
    const path = { wordListID };
    const key = address("showWordList", path);
    // Pages without https: have no caches.
    const cache = await globalThis.caches?.open(cacheName).catch(() => undefined);
    let list = await cache?.match(key);
    if (!list) {
        list = new Response(await call("showWordList", { path }));
        for (const old of await cache?.keys() ?? []) await cache?.delete(old);
        await cache?.put(key, list.clone()).catch(() => {});
    }
    return new Words(new Uint8Array(await list.arrayBuffer()));
}
