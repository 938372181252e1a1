// Databases in memory: for browsers that have no IndexedDB or refuse it, and for full disks.

/** @typedef {Map<string, { key: IDBValidKey, value: any }>} Rows */
/** @typedef {{ shape: Copy.Shape, attempt: Copy.Database["transaction"] }} Disk a database on disk. */

/**
 * A database in memory, for a browser without IndexedDB and a full disk.
 * @implements {Copy.Database}
 */
export class MemoryDatabase {
    isPersistent = false;

    /**
     * @param {Copy.Shape} shape
     * @param {readonly { name: string, keys: IDBValidKey[], values: any[] }[]} contents
     */
    constructor(shape, contents) {
        this.shape = shape;
        /** @type {Map<string, Rows>} */
        this.rows = new Map(Object.keys(shape).map(name => [name, new Map()]));
        for (const { name, keys, values } of contents) {
            for (const [place, key] of keys.entries()) this.rows.get(name)?.set(text(key), { key, value: values[place] });
        }
        /** @type {Promise<unknown>} */
        this.last = Promise.resolve();
        const numbers = contents.flatMap(({ name, keys }) => shape[name].autoIncrement ? keys.map(Number) : []);
        this.number = Math.max(0, ...numbers);
    }

    /**
     * Runs the bodies one after another; one that throws changes nothing.
     * @template T
     * @param {string[]} names
     * @param {"readonly" | "readwrite"} mode
     * @param {(stores: Copy.Stores) => Promise<T>} body
     * @returns {Promise<T>}
     */
    transaction(names, mode, body) {
        const turn = this.last.then(async () => {
            /** @type {Map<string, Rows>} */
            const copy = new Map(names.map(name => [name, new Map(this.rows.get(name))]));
            const result = await body(this.stores(copy));
            if (mode === "readwrite") for (const [name, rows] of copy) this.rows.set(name, rows);
            return result;
        });
        this.last = turn.catch(() => {});
        return turn;
    }

    /**
     * What the person wrote in a store's rows, by key, as JSON.
     * @param {string} name
     */
    words(name) {
        const { words = () => undefined } = this.shape[name];
        return new Map([...this.rows.get(name)?.values() ?? []].map(({ key, value }) => [key, JSON.stringify([words(value)])]));
    }

    close() {}

    /** @param {Iterable<string>} names */
    async clear(names) {
        for (const name of names) this.rows.set(name, new Map());
    }

    erase() { return this.clear([...this.rows.keys()]); }

    /**
     * @param {Map<string, Rows>} rows
     * @returns {Copy.Stores}
     */
    stores(rows) {
        /** @param {string} name */
        const of = name => /** @type {Rows} */ (rows.get(name));
        /** @param {string} name @param {Copy.Keys | undefined} keys @param {string} [index] */
        const found = (name, keys, index) => {
            const path = index && this.shape[name].indexes?.[index];
            const matching = [...of(name).values()].filter(row => matches(keys, path ? part(row.value, path) : row.key));
            return matching.sort((a, b) => compare(a.key, b.key));
        };
        return {
            get: async (name, key) => of(name).get(text(key))?.value,
            all: async (name, keys, index) => found(name, keys, index).map(row => row.value),
            keys: async name => found(name, undefined).map(row => row.key),
            put: async (name, value, key) => {
                const used = this.key(this.shape[name], /** @type {any} */ (value), key);
                of(name).set(text(used), { key: used, value });
                return used;
            },
            remove: async (name, keys) => { for (const row of found(name, keys)) of(name).delete(text(row.key)); },
            removeAll: async (name, keys, index) => {
                for (const row of found(name, keys, index)) of(name).delete(text(row.key));
            },
            clear: async name => of(name).clear(),
            commit: () => {},
        };
    }

    /**
     * @param {Copy.StoreShape} shape
     * @param {any} value
     * @param {IDBValidKey} [given]
     * @returns {IDBValidKey}
     */
    key({ keyPath, autoIncrement }, value, given) {
        if (keyPath === undefined) return /** @type {IDBValidKey} */ (given);
        const key = part(value, keyPath);
        if (key !== undefined || !autoIncrement) return /** @type {IDBValidKey} */ (key);
        value[/** @type {string} */ (keyPath)] = this.number += 1;
        return this.number;
    }
}

/** Takes over from a database on disk that can't store any more, until the page is closed. */
export class SpareDatabase extends MemoryDatabase {
    /**
     * What a person wrote and the disk still has, by store: the keys with the words, as JSON.
     * @type {Map<string, Map<IDBValidKey, string>>}
     */
    kept = new Map();

    /**
     * @param {Disk} disk
     * @param {readonly { name: string, keys: IDBValidKey[], values: any[] }[]} contents what it has.
     */
    constructor(disk, contents) {
        super(disk.shape, contents);
        this.disk = disk;
        for (const name of Object.keys(disk.shape)) if (disk.shape[name].words) this.kept.set(name, this.words(name));
    }

    /**
     * Copies what is on disk into memory. What can't be read is fetched again.
     * @param {Disk} disk
     */
    static async of(disk) {
        const read = (/** @type {Copy.Stores} */ stores) => Promise.all(Object.keys(disk.shape).map(async name => {
            const [keys, values] = await Promise.all([stores.keys(name), stores.all(name)]);
            return { name, keys, values };
        }));
        return new SpareDatabase(disk, await disk.attempt(Object.keys(disk.shape), "readonly", read).catch(() => []));
    }

    /**
     * Runs the body, and deletes on disk what it has deleted.
     * @template T
     * @param {string[]} names
     * @param {"readonly" | "readwrite"} mode
     * @param {(stores: Copy.Stores) => Promise<T>} body
     * @returns {Promise<T>}
     */
    async transaction(names, mode, body) {
        const result = await super.transaction(names, mode, body);
        for (const name of mode === "readwrite" ? names : []) await this.forget(name);
        return result;
    }

    /**
     * Deletes rows on disk that memory has deleted, or whose words it has changed: the next start would send or show them again.
     * A full disk lets rows be deleted, but not written.
     * @param {string} name
     */
    async forget(name) {
        const kept = this.kept.get(name);
        if (!kept?.size) return;
        const present = this.words(name);
        const gone = [...kept.keys()].filter(key => present.get(key) !== kept.get(key));
        if (gone.length === 0) return;
        // If the database can't be opened now, the next transaction tries again.
        const deleted = this.disk.attempt([name], "readwrite", stores => Promise.all(gone.map(key => stores.remove(name, key))));
        await deleted.then(() => gone.forEach(key => kept.delete(key)), () => {});
    }
}

/**
 * @param {any} value
 * @param {string | string[]} path
 * @returns {IDBValidKey | undefined}
 */
function part(value, path) {
    if (typeof path === "string") return value[path];
    const parts = path.map(name => value[name]);
    return parts.includes(undefined) ? undefined : parts;
}

/** @param {IDBValidKey} key */
function text(key) {
    return JSON.stringify(key);
}

/**
 * @param {Copy.Keys | undefined} keys
 * @param {any} key
 */
function matches(keys, key) {
    if (key === undefined) return false;
    if (keys === undefined) return true;
    if (typeof keys === "object" && "from" in keys) return compare(keys.from, key) <= 0 && compare(key, keys.to) < 0;
    return compare(keys, key) === 0;
}

/**
 * @param {any} a
 * @param {any} b
 * @returns {number}
 */
function compare(a, b) {
    if (!Array.isArray(a)) return a < b ? -1 : a > b ? 1 : 0;
    const place = a.findIndex((part, index) => compare(part, b[index]) !== 0);
    return place < 0 ? 0 : compare(a[place], b[place]);
}
