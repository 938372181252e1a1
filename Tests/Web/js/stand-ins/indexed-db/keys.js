// Keys, key paths, ranges and copies of values, as IndexedDB's specification has them.

/** @param {string} name @param {string} [message] */
export const fault = (name, message = name) => new DOMException(message, name);

/**
 * @param {unknown} key
 * @returns {boolean}
 */
export function isKey(key) {
    if (typeof key === "number") return !Number.isNaN(key);
    if (key instanceof Date) return !Number.isNaN(key.getTime());
    return typeof key === "string" || (Array.isArray(key) && key.length === Object.keys(key).length && key.every(isKey));
}

/** @param {unknown} key */
const rank = key => Array.isArray(key) ? 3 : typeof key === "string" ? 2 : key instanceof Date ? 1 : 0;

/**
 * @param {any} one
 * @param {any} other
 * @returns {number} below 0, 0 or above 0.
 */
export function compare(one, other) {
    const [a, b] = [rank(one), rank(other)];
    if (a !== b) return a < b ? -1 : 1;
    if (a !== 3) return +(one > other) - +(one < other);
    const shorter = Math.min(one.length, other.length);
    for (let place = 0; place < shorter; place++) {
        const order = compare(one[place], other[place]);
        if (order !== 0) return order;
    }
    return Math.sign(one.length - other.length);
}

/**
 * What a value has at a key path.
 * @param {any} value
 * @param {string | readonly string[]} path
 * @returns {any} undefined if there is nothing.
 */
export function at(value, path) {
    if (typeof path !== "string") {
        const parts = path.map(part => at(value, part));
        return parts.some(part => part === undefined) ? undefined : parts;
    }
    if (path === "") return value;
    for (const name of path.split(".")) {
        if (typeof value === "string" && name === "length") value = value.length;
        else if (typeof value === "object" && value !== null && Object.hasOwn(value, name)) value = value[name];
        else return undefined;
    }
    return value;
}

export class KeyRange {
    /**
     * @param {unknown} lower
     * @param {unknown} upper
     * @param {boolean} lowerOpen
     * @param {boolean} upperOpen
     */
    constructor(lower, upper, lowerOpen, upperOpen) {
        this.lower = lower;
        this.upper = upper;
        this.lowerOpen = lowerOpen;
        this.upperOpen = upperOpen;
    }

    /** @param {unknown} key */
    static only(key) { return this.bound(key, key); }

    /** @param {unknown} lower @param {unknown} upper @param {boolean} [lowerOpen] @param {boolean} [upperOpen] */
    static bound(lower, upper, lowerOpen = false, upperOpen = false) {
        if (!isKey(lower) || !isKey(upper)) throw fault("DataError");
        const order = compare(lower, upper);
        if (order > 0 || (order === 0 && (lowerOpen || upperOpen))) throw fault("DataError");
        return new KeyRange(lower, upper, lowerOpen, upperOpen);
    }

    /** @param {unknown} lower @param {boolean} [open] */
    static lowerBound(lower, open = false) {
        if (!isKey(lower)) throw fault("DataError");
        return new KeyRange(lower, undefined, open, true);
    }

    /** @param {unknown} upper @param {boolean} [open] */
    static upperBound(upper, open = false) {
        if (!isKey(upper)) throw fault("DataError");
        return new KeyRange(undefined, upper, true, open);
    }

    /** @param {unknown} key */
    includes(key) {
        const [low, high] = [this.lower === undefined ? 1 : compare(key, this.lower), this.upper === undefined ? -1 : compare(key, this.upper)];
        return (low > 0 || (low === 0 && !this.lowerOpen)) && (high < 0 || (high === 0 && !this.upperOpen));
    }
}

/**
 * The range of a query.
 * @param {any} query a key, a range or nothing.
 * @param {boolean} [isNeeded]
 * @returns {KeyRange}
 */
export function rangeOf(query, isNeeded = false) {
    if (query instanceof KeyRange) return query;
    if (query === undefined || query === null) {
        if (isNeeded) throw fault("DataError", "No key or key range specified.");
        return new KeyRange(undefined, undefined, true, true);
    }
    if (!isKey(query)) throw fault("DataError", "The parameter is not a valid key.");
    return KeyRange.only(copied(query));
}

/**
 * A structured clone. Plain values are copied here, which is faster; all others are left to the machine.
 * @param {any} value
 * @returns {any}
 */
export function copied(value, depth = 0) {
    if (value === null) return null;
    switch (typeof value) {
        case "function": case "symbol": throw fault("DataCloneError", "It could not be cloned.");
        case "object": break;
        default: return value;
    }
    if (depth > 60) return structuredClone(value);
    const kind = Object.getPrototypeOf(value);
    if (Array.isArray(value)) {
        const copy = new Array(value.length);
        for (let place = 0; place < value.length; place++) if (place in value) copy[place] = copied(value[place], depth + 1);
        return copy;
    }
    if (kind !== Object.prototype && kind !== null) return structuredClone(value);
    /** @type {any} */
    const copy = {};
    for (const name in value) if (Object.hasOwn(value, name)) copy[name] = copied(value[name], depth + 1);
    return copy;
}
