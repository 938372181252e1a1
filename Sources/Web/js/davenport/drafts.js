// Drafts by place, such as `room:ID`, in the person's database. Every tab sees them.

/** @typedef {import("./davenport.js").Davenport} Davenport */

/** The time from the last key until a draft is stored, in milliseconds. */
const delay = 300;
/** Draft places that are no words: where somebody was in a room, plays that run, and the bytes of pictures. */
const others = /^(left|play|picture):/;

/**
 * Where the bytes of a chosen picture are kept. They stay when the draft becomes a comment of the outbox.
 * @param {string} id
 * @returns {App.WordlessPlace}
 */
export const bytesPlace = id => `picture:${id}`;

/**
 * Chosen pictures with the bytes that this device keeps, as a comment shows them.
 * @param {Copy.Memory | undefined} copy
 * @param {readonly App.ChosenPicture[]} [pictures]
 * @returns {App.ShownPicture[]}
 */
export const shownPictures = (copy, pictures = []) => pictures.map(({ id, type, size, width, height, alternative }) =>
    ({ id, type, size, width, height, alternative, file: copy?.drafts.get(bytesPlace(id))?.file }));

/**
 * Reads the bytes of the pictures that wait in the outbox, unless they are here: another tab may have chosen them just now.
 * @param {Copy.Memory} copy
 */
export async function readBytes(copy) {
    const pictures = copy.entries.flatMap(({ pictures, answered }) => answered === undefined && pictures || []);
    const missing = pictures.map(({ id }) => bytesPlace(id)).filter(place => !copy.drafts.has(place));
    if (missing.length === 0) return;
    await copy.database.transaction(["drafts"], "readonly", async stores => {
        for (const place of missing) copy.drafts.set(place, await stores.get("drafts", place));
    });
}

/** What other tabs hear of a draft that is removed. */
const removal = (/** @type {Copy.Memory} */ copy, /** @type {string} */ place) => ({ place, id: copy.drafts.get(place)?.id });

/** What is being typed, by place. It is stored a moment after the last key, and reaches every tab. */
export class Drafts {
    /**
     * What isn't stored yet, by place, with the time of the last key.
     * @type {Map<string, { draft: any, at: number, timer: import("./platform.js").Timer }>}
     */
    waiting = new Map();
    /**
     * Whose they are.
     * @type {string | undefined}
     */
    userID = undefined;

    /** @param {Davenport} davenport */
    constructor(davenport) {
        this.davenport = davenport;
        this.platform = davenport.platform;
        const flush = () => { this.flush(); };
        this.platform.onEvents({ hidden: flush, pagehide: flush });
    }

    /**
     * Begins with a person's drafts.
     * @param {Copy.Memory} copy
     */
    async start(copy) {
        copy.listen("drafts", content => this.follow(copy, content));
        copy.listen("removedDrafts", content => this.followRemoval(copy, content));
        if (this.userID !== copy.userID) await this.handOver(copy.userID);
        await this.read(copy);
        // What was typed when a session ended waited for its person.
        await this.flush();
    }

    /**
     * Begins with another person. What the one before has typed waits for them, unless they have signed out.
     * @param {string} userID
     */
    async handOver(userID) {
        const { session } = this.davenport;
        const found = this.unstored();
        const before = this.userID;
        this.userID = userID;
        this.forgetAll();
        if (found.length === 0 || before === undefined || session.device.left[before] === undefined) return;
        await session.keepDrafts(before, found).catch(() => {});
    }

    /** What is typed here and isn't stored yet. */
    unstored() { return [...this.waiting].map(([place, { draft }]) => ({ place, draft })); }

    /**
     * Reads all drafts into memory.
     * @param {Copy.Memory} copy
     */
    async read(copy) {
        copy.drafts = await copy.database.transaction(["drafts"], "readonly", async stores => {
            const keys = await stores.keys("drafts");
            const drafts = await stores.all("drafts");
            return new Map(keys.map((key, place) => [String(key), drafts[place]]));
        });
        this.davenport.topics.announce(["drafts", "writes"]);
    }

    /**
     * Takes over what another tab has stored, unless something newer is typed here.
     * @param {Copy.Memory} copy
     * @param {{ places: string[], at: number }} message
     */
    async follow(copy, { places, at }) {
        for (const place of places) {
            const own = this.waiting.get(place);
            if (own && own.at < at) this.forget(place);
        }
        await this.read(copy);
        this.davenport.topics.announce(places.map(place => `draft:${place}`));
    }

    /**
     * Takes over that another tab has removed drafts. On a full disk it may have done so in memory alone, or had drafts of its
     * own.
     * @param {Copy.Memory} copy
     * @param {{ removed: { place: string, id: unknown }[], at: number }} message
     */
    async followRemoval(copy, { removed, at }) {
        const seen = new Map(removed.map(({ place }) => [place, JSON.stringify(copy.drafts.get(place))]));
        await this.read(copy);
        const left = removed.filter(({ place, id }) => {
            const draft = copy.drafts.get(place);
            return draft && draft.id === id && JSON.stringify(draft) === seen.get(place);
        }).map(({ place }) => place);
        if (left.length === 0) return;
        await copy.database.transaction(["drafts"], "readwrite", async stores => {
            for (const place of left) await stores.remove("drafts", place);
        });
        await this.follow(copy, { places: left, at });
    }

    /**
     * The draft of a place, also one that another tab has stored. Topic `draft:PLACE` says that another tab has changed it.
     * @template T
     * @param {string} place
     * @returns {Promise<T | undefined>}
     */
    async load(place) {
        if (this.waiting.has(place)) return /** @type {T} */ (this.waiting.get(place)?.draft);
        const { copy } = this.davenport;
        const draft = await copy?.database.transaction(["drafts"], "readonly", stores => stores.get("drafts", place));
        if (draft !== undefined) copy?.drafts.set(place, draft);
        return draft;
    }

    /**
     * Stores a draft soon. `undefined` removes it at once: it has arrived, or its author has thrown it away.
     * @param {string} place
     * @param {unknown} draft
     */
    save(place, draft) {
        this.platform.clearTimeout(this.waiting.get(place)?.timer);
        const timer = this.platform.setTimeout(() => this.storeUnlessNewer(place), delay);
        this.waiting.set(place, { draft, at: this.platform.now(), timer });
        if (draft === undefined) this.store([place]);
    }

    /**
     * Removes a draft that its author throws away, unless another tab has stored more than was shown here.
     * @param {string} place
     * @param {unknown} shown
     */
    async discard(place, shown) {
        const { copy } = this.davenport;
        const isTypedHere = this.waiting.has(place);
        const stored = await copy?.database.transaction(["drafts"], "readonly", stores => stores.get("drafts", place));
        const isOther = !isTypedHere && stored !== undefined && JSON.stringify(stored) !== JSON.stringify(shown);
        if (copy && isOther) return this.follow(copy, { places: [place], at: 0 });
        this.save(place, undefined);
        await this.flush();
    }

    /** Stores what waits. */
    async flush() {
        await this.store([...this.waiting.keys()]);
    }

    /** The places at which something is kept, or will be in a moment. */
    places() {
        const places = new Set(this.davenport.copy?.drafts.keys());
        for (const [place, { draft }] of this.waiting) {
            if (draft === undefined) places.delete(place);
            else places.add(place);
        }
        return places;
    }

    /**
     * The drafts with words or pictures in them, by place.
     * @returns {{ place: string, text: string, writtenAt: string | undefined, pictures: App.ShownPicture[] }[]}
     */
    withWords() {
        const drafts = new Map(this.davenport.copy?.drafts);
        for (const [place, { draft }] of this.waiting) drafts.set(place, draft);
        return [...drafts].filter(([place]) => !others.test(place)).flatMap(([place, draft]) => {
            const text = typeof draft?.text === "string" ? draft.text : "";
            const at = typeof draft?.at === "number" ? new Date(draft.at).toISOString() : undefined;
            const pictures = shownPictures(this.davenport.copy, draft?.pictures);
            return text.trim() === "" && pictures.length === 0 ? [] : [{ place, text, writtenAt: at, pictures }];
        });
    }

    /**
     * Stores a draft, unless another tab has stored one that this tab hasn't seen and that is newer: this page may have been
     * frozen.
     * @param {string} place
     */
    async storeUnlessNewer(place) {
        const own = this.waiting.get(place);
        const { copy } = this.davenport;
        if (!own || !copy) return;
        const seen = JSON.stringify(copy.drafts.get(place));
        const { database } = copy;
        const stored = await database.transaction(["drafts"], "readonly", stores => stores.get("drafts", place)).catch(() => {});
        const isNewer = stored?.at > own.at && JSON.stringify(stored) !== seen;
        if (isNewer && this.waiting.get(place) === own) return this.follow(copy, { places: [place], at: stored.at });
        await this.store([place]);
    }

    /**
     * Stores drafts in one transaction. If the page is about to go, the browser aborts one that still waits for another.
     * @param {string[]} places
     */
    async store(places) {
        const found = [...this.waiting].filter(([place]) => places.includes(place));
        const { copy } = this.davenport;
        if (found.length === 0 || !copy) return;
        for (const [, { timer }] of found) this.platform.clearTimeout(timer);
        try {
            await copy.database.transaction(["drafts"], "readwrite", async stores => {
                const written = found.map(([place, { draft }]) =>
                    draft === undefined ? stores.remove("drafts", place) : stores.put("drafts", draft, place));
                // Whatever is still to be awaited, the page may go.
                stores.commit();
                await Promise.all(written);
            });
        } catch (error) {
            // It waits for the next time, unless the person has signed out meanwhile.
            copy.report(error);
            return;
        }
        const removed = found.filter(([, { draft }]) => draft === undefined).map(([place]) => removal(copy, place));
        for (const [place, one] of found) {
            if (this.waiting.get(place) === one) this.waiting.delete(place);
            if (one.draft === undefined) copy.drafts.delete(place);
            else copy.drafts.set(place, one.draft);
        }
        if (removed.length > 0) copy.post("removedDrafts", { removed, at: this.platform.now() });
        copy.post("drafts", { places: found.map(([place]) => place), at: Math.max(...found.map(([, { at }]) => at)) });
        this.davenport.topics.announce(["drafts", "writes"]);
    }

    /**
     * Notes that a draft was removed with what it became.
     * @param {Copy.Memory} copy
     * @param {string} place
     */
    async removed(copy, place) {
        copy.post("removedDrafts", { removed: [removal(copy, place)], at: this.platform.now() });
        copy.drafts.delete(place);
        copy.post("drafts", { places: [place], at: this.platform.now() });
        this.davenport.topics.announce(["drafts", "writes"]);
    }

    /**
     * Takes over drafts that were stored or removed with something else, here and in the other tabs.
     * @param {Copy.Memory} copy
     * @param {readonly string[]} places
     */
    async changed(copy, places) {
        copy.post("drafts", { places, at: this.platform.now() });
        await this.read(copy);
    }

    /**
     * Forgets what is typed here and isn't stored yet, and returns it.
     * @param {string} place
     */
    forget(place) {
        const found = this.waiting.get(place);
        this.platform.clearTimeout(found?.timer);
        this.waiting.delete(place);
        return found;
    }

    /** Forgets everything that isn't stored yet. */
    forgetAll() {
        for (const place of [...this.waiting.keys()]) this.forget(place);
    }
}
