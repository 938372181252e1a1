// What the page says, in the reader's language: `phrases/{language}/first.json` and `more.json`. Modules that the first visit
// loads take theirs from first-phrases.js, so that they don't wait for the rest.
import * as first from "./first-phrases.js";

/** @typedef {first.Key | keyof typeof import("../phrases/en/more.json")} Key of a phrase */

export { language, listed, lists, locale } from "./first-phrases.js";

await first.addMore();

/** @type {(key: string) => key is Key} */
export const isKey = first.isKey;
/** @type {(key: Key, values?: Readonly<Record<string, string | number>>) => string} */
export const phrase = /** @type {any} */ (first.phrase);
/** @type {<Value>(key: Key, values: Readonly<Record<string, Value>>) => (string | Value)[]} */
export const phraseAround = /** @type {any} */ (first.phraseAround);
