// Drafts by place, such as `room:ID`, in the person's database.

/** How long after the last key a draft is stored, in milliseconds. */
const delay = 300;

/** @typedef {import("./davenport.js").Davenport} Davenport */

export class Drafts {
    /**
     * What isn't stored yet, by place.
     * @type {Map<string, { draft: unknown, timer: import("./platform.js").Timer }>}
     */
    waiting = new Map();

    /** @param {Davenport} davenport */
    constructor(davenport) {
        this.davenport = davenport;
        this.platform = davenport.platform;
        const flush = () => { this.flush(); };
        davenport.platform.onEvents({ hidden: flush, pagehide: flush });
    }

    /**
     * @template T
     * @param {string} place
     * @returns {Promise<T | undefined>}
     */
    async load(place) {
        if (this.waiting.has(place)) return /** @type {T} */ (this.waiting.get(place)?.draft);
        return this.davenport.copy?.database.transaction(["drafts"], "readonly", stores => stores.get("drafts", place));
    }

    /**
     * Stores a draft soon. `undefined` removes it at once.
     * @param {string} place
     * @param {unknown} draft
     */
    save(place, draft) {
        this.platform.clearTimeout(this.waiting.get(place)?.timer);
        this.waiting.set(place, { draft, timer: this.platform.setTimeout(() => this.store([place]), delay) });
        if (draft === undefined) this.store([place]);
    }

    /** Stores what waits. */
    async flush() {
        await this.store([...this.waiting.keys()]);
    }

    /**
     * Stores drafts in one transaction. If the page is about to go, the browser aborts one that still waits for another.
     * @param {string[]} places
     */
    async store(places) {
        const found = [...this.waiting].filter(([place]) => places.includes(place));
        if (found.length === 0) return;
        for (const [, { timer }] of found) this.platform.clearTimeout(timer);
        await this.davenport.copy?.database.transaction(["drafts"], "readwrite", async stores => {
            const written = found.map(([place, { draft }]) =>
                draft === undefined ? stores.remove("drafts", place) : stores.put("drafts", draft, place));
            // Whatever is still to be awaited, the page may go.
            stores.commit();
            await Promise.all(written);
        });
        for (const [place, one] of found) if (this.waiting.get(place) === one) this.waiting.delete(place);
    }
}
