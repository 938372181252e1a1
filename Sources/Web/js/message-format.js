// Messages with places for values, as ICU's message format has them: `{name}`, `{count, plural, one {# day} other {# days}}` and
// `{kind, select, tv {episode} other {film}}`. Nothing is quoted, so a message has no braces of its own.

/**
 * @typedef {{name: string, kind?: "plural" | "select", cases: Map<string, Part[]>}} Place where a value comes; `cases` is empty
 *     for one that stands as it is
 * @typedef {string | Place | typeof hash} Part
 */

/** Where the number of a plural stands. */
const hash = Symbol("#");

/**
 * Reads a message.
 * @param {string} message
 * @returns {Part[]}
 * @throws {SyntaxError} if it isn't one
 */
export function parsed(message) {
    const reader = new Reader(message);
    const parts = reader.parts(false);
    if (!reader.isAtEnd) throw new SyntaxError(`A brace closes nothing: ${message}`);
    return parts;
}

class Reader {
    at = 0;

    /** @param {string} message */
    constructor(message) {
        this.message = message;
    }

    get isAtEnd() { return this.at === this.message.length; }

    /**
     * Reads up to the end, or to the brace that closes a case.
     * @param {boolean} isPlural
     */
    parts(isPlural) {
        /** @type {Part[]} */
        const parts = [];
        while (!this.isAtEnd && this.message[this.at] !== "}") {
            const sign = this.message[this.at];
            if (sign === "{") parts.push(this.place());
            else if (sign === "#" && isPlural) {
                parts.push(hash);
                this.at += 1;
            } else parts.push(this.matched(isPlural ? /[^{}#]+/y : /[^{}]+/y));
        }
        return parts;
    }

    place() {
        const [, name = "", kind] = this.match(/\{\s*(\w+)\s*(?:,\s*(plural|select)\s*,\s*)?/y);
        /** @type {Place} */
        const place = { name, kind: kind === "plural" || kind === "select" ? kind : undefined, cases: new Map() };
        while (place.kind && this.message[this.at] !== "}") {
            const [, key = ""] = this.match(/(=?[\w-]+)\s*\{/y);
            place.cases.set(key, this.parts(place.kind === "plural"));
            this.match(/\}\s*/y);
        }
        this.match(/\}/y);
        if (place.kind && !place.cases.has("other")) throw new SyntaxError(`A choice has no other: ${this.message}`);
        return place;
    }

    /** @param {RegExp} pattern */
    matched(pattern) { return this.match(pattern)[0] ?? ""; }

    /** @param {RegExp} pattern a sticky one */
    match(pattern) {
        pattern.lastIndex = this.at;
        const match = pattern.exec(this.message);
        if (!match) throw new SyntaxError(`Not a message from place ${this.at} on: ${this.message}`);
        this.at = pattern.lastIndex;
        return match;
    }
}

/**
 * Puts the values into a message. A value may be anything, such as a node: it stands between the texts, in their order.
 * @template Value
 * @param {Part[]} parts
 * @param {Readonly<Record<string, Value>>} values
 * @param {string} language
 * @param {number} [count] the number that `#` stands for
 * @returns {(string | Value)[]}
 */
export function formatted(parts, values, language, count) {
    return parts.flatMap((part) => {
        if (typeof part === "string") return [part];
        if (part === hash) return [(count ?? 0).toLocaleString(language)];
        const value = values[part.name];
        if (value === undefined) throw new TypeError(`No value for ${part.name}`);
        if (!part.kind) return [typeof value === "number" ? value.toLocaleString(language) : value];
        const number = Number(value);
        const key = part.kind === "select" ? String(value) : new Intl.PluralRules(language).select(number);
        const chosen = part.cases.get(`=${value}`) ?? part.cases.get(key) ?? part.cases.get("other") ?? [];
        return formatted(chosen, values, language, part.kind === "plural" ? number : count);
    });
}
