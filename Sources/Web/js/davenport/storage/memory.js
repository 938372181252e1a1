// A database in memory, for browsers that have no IndexedDB or refuse it.

/** @typedef {Map<string, { key: IDBValidKey, value: any }>} Rows */

/** @implements {Copy.Database} */
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
