// The list of words, fetched once and kept in a cache of its own: its id changes with its words.

import { Words } from "../rules/words.js";

/** @typedef {import("../davenport.js").Davenport} Davenport */

const cacheName = "davenport-words";

/** Loads lists of words, by their id. */
export class WordLists {
    /** @type {{ id: string, words: Promise<Words> } | undefined} */
    present = undefined;

    /** @param {Davenport} davenport */
    constructor(davenport) {
        this.davenport = davenport;
        this.platform = davenport.platform;
        this.connection = davenport.connection;
    }

    /**
     * @param {string} id
     * @returns {Promise<Words>}
     */
    loadWords(id) {
        if (this.present?.id === id) return this.present.words;
        const words = this.fetched(id);
        this.present = { id, words };
        words.catch(() => { if (this.present?.words === words) this.present = undefined; });
        return words;
    }

    /** @param {string} wordListID */
    async fetched(wordListID) {
        const path = { wordListID };
        const key = `/v1/word-lists/${wordListID}`;
        // Pages without https: have no caches.
        const cache = await this.platform.caches?.open(cacheName).catch(() => undefined);
        const kept = await cache?.match(key);
        try {
            if (kept) return await wordsOf(kept);
        } catch {
            // What is kept can't be read, so it is fetched anew.
        }
        const list = new Response(await this.connection.call("showWordList", { path }));
        const copy = list.clone();
        const words = await wordsOf(list);
        for (const old of await cache?.keys() ?? []) await cache?.delete(old);
        await cache?.put(key, copy).catch(() => {});
        return words;
    }
}

/**
 * @param {Response} list
 * @throws if it isn't a list of words.
 */
async function wordsOf(list) {
    return new Words(new Uint8Array(await list.arrayBuffer()));
}
