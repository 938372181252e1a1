// What the page says before it is whole, in the reader's language: the phrases of `phrases/{language}/first.json`, which the page
// has already in the language that the browser prefers. They are messages with places for values, as ICU's message format
// has them: `{name}`, `{count, plural, one {# day} other {# days}}` and `{kind, select, tv {episode} other {film}}`. Nothing is
// quoted, so a message has no braces of its own.

/** @typedef {keyof typeof import("../phrases/en/first.json")} Key of a phrase */

/** The languages that have phrases, as BCP 47 names them. */
export const languages = ["en", "de", "es", "fr", "ja", "ar"];

/** The pause before phrases are asked for again, in milliseconds. */
const pause = 2000;
/** Where this browser keeps the language that the reader chose, so that it is known before anything else is read. */
const place = "davenport-language";

/**
 * The phrases by their keys.
 * @type {Record<string, string>}
 */
const phrases = {};

/** The language of the phrases. */
export let language = wanted();

/** The language that the reader chose, or else the first of the browser's that has phrases. */
function wanted() {
    const wishes = [kept(), ...navigator.languages ?? []].map((one) => one?.split("-")[0] ?? "");
    return wishes.find((one) => languages.includes(one)) ?? "en";
}

/** The language that the reader chose in this browser; undefined if the browser's own counts. */
function kept() {
    try {
        return localStorage.getItem(place) ?? undefined;
    } catch {
        return undefined;
    }
}

/**
 * Keeps the language that the reader chose.
 * @param {string | undefined} chosen undefined if the browser's counts
 * @returns {boolean} whether the page speaks another one now once it is loaded again
 */
export function keepLanguage(chosen) {
    if (chosen === kept()) return false;
    try {
        if (chosen) localStorage.setItem(place, chosen);
        else localStorage.removeItem(place);
        return chosen === kept() && wanted() !== language;
    } catch {
        return false;
    }
}

/** @param {string} one a language @param {"first" | "more"} name */
export const phrasesAddress = (one, name) => new URL(`../phrases/${one}/${name}.json`, import.meta.url);

/**
 * Fetches a file of phrases. A module that failed once stays so in its page, so this one waits until they are here. Where those
 * of the reader's language don't come, such as without network, English is tried too, which the service worker always has.
 * @param {"first" | "more"} name
 * @returns {Promise<Record<string, string>>}
 */
async function fetched(name) {
    for (let cache = /** @type {RequestCache} */ ("default"); ; cache = "reload") {
        for (const one of cache === "default" ? [language] : new Set([language, "en"])) {
            try {
                const answer = await fetch(phrasesAddress(one, name), { cache });
                const found = await answer.json();
                const known = name === "first" ? "page.direction" : "notSent.title";
                if (answer.status !== 200 || !Object.hasOwn(found, known)) continue;
                if (name === "first") language = one;
                return found;
            } catch {
                // There is no network, or something in between answered.
            }
        }
        await new Promise((resolve) => { setTimeout(resolve, pause); });
    }
}

/** Adds the phrases that the first visit doesn't need. */
export const addMore = async () => { Object.assign(phrases, await fetched("more")); };

/** @type {Map<string, Part[]>} */
const read = new Map();

/**
 * Whether there is such a phrase, for keys that end with what the server names.
 * @param {string} key
 * @returns {key is Key}
 */
export const isKey = (key) => Object.hasOwn(phrases, key);

/**
 * A phrase as text.
 * @param {Key} key
 * @param {Readonly<Record<string, string | number>>} [values] what stands in its places
 */
export function phrase(key, values = {}) {
    return phraseAround(key, values).join("");
}

/**
 * A phrase around nodes of the page, as what `el` takes.
 * @template Value
 * @param {Key} key
 * @param {Readonly<Record<string, Value>>} values what stands in its places: nodes, texts and numbers
 */
export function phraseAround(key, values) {
    let parts = read.get(key);
    if (!parts) {
        parts = parsed(phrases[key] ?? key);
        read.set(key, parts);
    }
    return formatted(parts, values, locale);
}

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
            const [, key = ""] = this.match(/(=?[^ {}]+)\s*\{/y);
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
 * The plurals of languages. Making one takes long.
 * @type {Record<string, Intl.PluralRules>}
 */
const plurals = {};
/**
 * Their numbers, which take as long.
 * @type {Record<string, Intl.NumberFormat>}
 */
const numbers = {};

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
    const number = (/** @type {number} */ value) => (numbers[language] ??= new Intl.NumberFormat(language)).format(value);
    return parts.flatMap((part) => {
        if (typeof part === "string") return part;
        if (part === hash) return number(count ?? 0);
        const value = values[part.name];
        if (value === undefined) throw new TypeError(`No value for ${part.name}`);
        if (!part.kind) return [typeof value === "number" ? number(value) : value];
        const key = part.kind === "select" ? String(value)
            : (plurals[language] ??= new Intl.PluralRules(language)).select(Number(value));
        const chosen = part.cases.get(`=${value}`) ?? part.cases.get(key) ?? part.cases.get("other") ?? [];
        return formatted(chosen, values, language, part.kind === "plural" ? Number(value) : count);
    });
}

/**
 * The format of lists: "Ada, Bea and Cem", or as a `unit` "Ada, Bea, Cem". In Japanese, a unit would have no commas.
 * @param {"conjunction" | "unit"} [type]
 */
export const lists = (type) => new Intl.ListFormat(locale, { type: language === "ja" ? undefined : type });

/**
 * A list in words.
 * @param {readonly string[]} items
 * @param {"conjunction" | "unit"} [type]
 */
export const listed = (items, type) => lists(type).format(items);

const { documentElement } = document;
const inPage = document.getElementById("phrases")?.textContent;
Object.assign(phrases, inPage && documentElement.lang === language ? JSON.parse(inPage) : await fetched("first"));

/** The language for `Intl`: English has days before months, and Arabic the timeline's digits and hours. */
export const locale = { en: "en-GB", ar: "ar-u-hc-h23-nu-latn" }[language] ?? language;

documentElement.lang = language;
documentElement.dir = phrase("page.direction");
