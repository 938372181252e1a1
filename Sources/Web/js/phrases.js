// What the page says, in the reader's language. The phrases stand in `phrases/`, a file for each language, as docs/web.md says.
import { formatted, parsed } from "./message-format.js";

/** @typedef {keyof typeof import("../phrases/en.json")} Key of a phrase */

/** The language of the phrases, as BCP 47 names it. */
export const language = "en";

/** The pause before the phrases are asked for again, in milliseconds. */
const pause = 2000;

/** @type {Record<string, string | {text: string}>} */
const phrases = await fetched();

/** Fetches the phrases. A module that failed once stays so in its page, so this one waits until they are here. */
async function fetched() {
    for (let cache = /** @type {RequestCache} */ ("default"); ; cache = "reload") {
        try {
            const answer = await fetch(new URL(`../phrases/${language}.json`, import.meta.url), { cache });
            const found = await answer.json();
            if (answer.status === 200 && Object.hasOwn(found, "notSent.title")) return found;
        } catch {
            // There is no network, or something in between answered.
        }
        await new Promise((resolve) => { setTimeout(resolve, pause); });
    }
}

/** @type {Map<Key, import("./message-format.js").Part[]>} */
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
export const phrase = (key, values = {}) => phraseAround(key, values).join("");

/**
 * A phrase around nodes of the page, as what `el` takes.
 * @template Value
 * @param {Key} key
 * @param {Readonly<Record<string, Value>>} values what stands in its places: nodes, texts and numbers
 */
export function phraseAround(key, values) {
    let parts = read.get(key);
    if (!parts) {
        const one = phrases[key] ?? key;
        parts = parsed(typeof one === "string" ? one : one.text);
        read.set(key, parts);
    }
    return formatted(parts, values, language);
}
