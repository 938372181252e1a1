// The records of an object store in the order of their keys, with its indexes, which are worked out when they are read.

import { at, compare, fault, isKey } from "./keys.js";

/** @typedef {{ key: any, value: any }} Row */
/** @typedef {{ keyPath: string | string[], unique: boolean, multiEntry: boolean }} IndexShape */
/** @typedef {{ rows: readonly Row[], next: number }} Snapshot */

export class Records {
    /** @type {readonly Row[]} is replaced and never changed, so that a snapshot costs nothing. */
    rows = [];
    /** The next number of the key generator. */
    next = 1;
    /** @type {Map<string, IndexShape>} */
    indexes = new Map();
    /** @type {Map<string, { of: readonly Row[], rows: (Row & { primary: any })[] }>} */
    #sorted = new Map();

    /**
     * @param {string | string[] | null} keyPath
     * @param {boolean} autoIncrement
     */
    constructor(keyPath, autoIncrement) {
        this.keyPath = keyPath;
        this.autoIncrement = autoIncrement;
    }

    /** @returns {Snapshot} */
    get snapshot() { return { rows: this.rows, next: this.next }; }

    /** @param {Snapshot} snapshot */
    restore({ rows, next }) { [this.rows, this.next] = [rows, next]; }

    /**
     * Stores a value.
     * @param {any} value
     * @param {any} key undefined if the generator makes one.
     * @param {boolean} replaces
     * @returns {any} its key.
     */
    put(value, key, replaces) {
        if (key === undefined) {
            if (this.next > 2 ** 53) throw fault("ConstraintError");
            key = this.next++;
            inject(value, /** @type {string | null} */ (this.keyPath), key);
        } else if (this.autoIncrement && typeof key === "number" && key >= this.next) {
            this.next = Math.floor(Math.min(key, 2 ** 53)) + 1;
        }
        const { place, isThere } = this.find(key);
        if (isThere && !replaces) throw fault("ConstraintError", "Key already exists in the object store.");
        this.#checkUnique(value, key);
        const rows = this.rows.slice();
        rows.splice(place, isThere ? 1 : 0, { key, value });
        this.rows = rows;
        return key;
    }

    /** @param {import("./keys.js").KeyRange} range */
    remove(range) {
        const rows = this.rows.filter(({ key }) => !range.includes(key));
        if (rows.length < this.rows.length) this.rows = rows;
    }

    /**
     * The rows of a range, of an index or of the store itself.
     * @param {import("./keys.js").KeyRange} range
     * @param {string} [index]
     * @returns {{ key: any, primary: any, value: any }[]}
     */
    found(range, index) {
        if (index !== undefined) return this.#index(index).filter(({ key }) => range.includes(key));
        if (range.lower !== undefined && range.lower === range.upper) {
            const { place, isThere } = this.find(range.lower);
            return isThere ? [{ ...this.rows[place], primary: range.lower }] : [];
        }
        return this.rows.filter(({ key }) => range.includes(key)).map(({ key, value }) => ({ key, value, primary: key }));
    }

    /** @param {any} key */
    find(key) {
        let [low, high] = [0, this.rows.length];
        while (low < high) {
            const middle = (low + high) >> 1;
            const order = compare(this.rows[middle].key, key);
            if (order === 0) return { place: middle, isThere: true };
            if (order < 0) low = middle + 1;
            else high = middle;
        }
        return { place: low, isThere: false };
    }

    /** @param {string} name */
    #index(name) {
        const kept = this.#sorted.get(name);
        if (kept?.of === this.rows) return kept.rows;
        const shape = /** @type {IndexShape} */ (this.indexes.get(name));
        const rows = this.rows.flatMap(({ key: primary, value }) => keysOf(value, shape).map(key => ({ key, primary, value })));
        rows.sort((one, other) => compare(one.key, other.key) || compare(one.primary, other.primary));
        this.#sorted.set(name, { of: this.rows, rows });
        return rows;
    }

    /** @param {any} value @param {any} primary */
    #checkUnique(value, primary) {
        for (const [name, shape] of this.indexes) {
            if (!shape.unique) continue;
            const keys = keysOf(value, shape);
            const others = this.#index(name).filter(row => compare(row.primary, primary) !== 0);
            if (others.some(row => keys.some(key => compare(key, row.key) === 0))) throw fault("ConstraintError");
        }
    }
}

/**
 * @param {any} value
 * @param {IndexShape} shape
 * @returns {any[]}
 */
function keysOf(value, { keyPath, multiEntry }) {
    const key = at(value, keyPath);
    if (!multiEntry || !Array.isArray(key)) return isKey(key) ? [key] : [];
    return key.filter((one, place) => isKey(one) && key.findIndex(other => isKey(other) && compare(one, other) === 0) === place);
}

/**
 * @param {any} value
 * @param {string | null} path
 * @param {number} key
 */
function inject(value, path, key) {
    if (path === null) return;
    const names = path.split(".");
    for (const name of names.slice(0, -1)) value = value[name] ??= {};
    value[/** @type {string} */ (names.at(-1))] = key;
}
