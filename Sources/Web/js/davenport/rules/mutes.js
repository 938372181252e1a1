// Which texts a client folds, because of their author or of a muted word (Mutes.swift, rule 4.9).

import { folded, withoutInvisible } from "./text.js";

/** @typedef {{ text: string, isBeginning: boolean }} Word */

const ofWord = /^[\p{L}\p{N}\p{Mn}\p{Mc}]/u;
const hangul = /[\uAC00-\uD7A3]$/;
// Thai and Lao, Tibetan, Burmese, Khmer, kana with the long-vowel sign, and Han with its extensions.
const unspaced = String.raw`[\u0E00-\u0EFF\u0F00-\u0FFF\u1000-\u109F\u1780-\u17FF\u3005-\u3007\u3041-\u30FF\u31F0-\u31FF`
    + String.raw`\u3400-\u4DBF\u4E00-\u9FFF\uF900-\uFAFF\u{20000}-\u{323AF}]`;
const beginsUnspaced = new RegExp(`^${unspaced}`, "u");
const endsUnspaced = new RegExp(`${unspaced}$`, "u");

/**
 * The words in the form that the search compares, by the object that holds them.
 * @type {WeakMap<Wire.Mutes, Word[]>}
 */
const prepared = new WeakMap();

/**
 * Whether a text is folded because its author is muted or blocked, or because it contains a muted word.
 *
 * The comparison ignores case and compatibility forms. A match stands between characters that are neither letters nor
 * digits. In scripts without spaces between words, a word matches anywhere; in Korean, where particles follow a word, at
 * the beginning of a word.
 * @param {Wire.Mutes} mutes
 * @param {string} text
 * @param {string | undefined} authorID is missing if the account was deleted.
 * @param {ReadonlySet<string>} [blocked] the ids of the people that the reader blocks.
 */
export function folds(mutes, text, authorID, blocked) {
    if (authorID !== undefined && (blocked?.has(authorID) || mutes.userIDs.includes(authorID))) return true;
    if (mutes.words.length === 0) return false;
    const searched = compared(text);
    return words(mutes).some(word => occurs(word, searched));
}

/** @param {Wire.Mutes} mutes */
function words(mutes) {
    let found = prepared.get(mutes);
    if (!found) prepared.set(mutes, found = mutes.words.map(prepare));
    return found;
}

/**
 * @param {string} word
 * @returns {Word}
 */
function prepare(word) {
    const text = compared(word);
    return text.endsWith("*") ? { text: text.slice(0, -1), isBeginning: true } : { text, isBeginning: false };
}

/**
 * The text without case, compatibility forms and invisible characters, and without the dot that lower case leaves on the
 * `i` of `İ`.
 * @param {string} text
 */
function compared(text) {
    return withoutInvisible(folded(text.normalize("NFKC"))).replace(/i\u0307+/g, "i");
}

/**
 * @param {Word} word
 * @param {string} text
 */
function occurs(word, text) {
    if (word.text === "") return false;
    for (let start = text.indexOf(word.text); start >= 0; start = text.indexOf(word.text, start + 1)) {
        if (begins(word, text, start) && ends(word, text.slice(start + word.text.length))) return true;
    }
    return false;
}

/**
 * @param {Word} word
 * @param {string} text
 * @param {number} start
 */
function begins(word, text, start) {
    if (start === 0 || beginsUnspaced.test(word.text)) return true;
    const isPair = /[\uD800-\uDBFF][\uDC00-\uDFFF]/.test(text.slice(Math.max(start - 2, 0), start));
    return !ofWord.test(text.slice(start - (isPair ? 2 : 1), start));
}

/**
 * @param {Word} word
 * @param {string} rest what follows the match.
 */
function ends(word, rest) {
    if (word.isBeginning || !ofWord.test(rest)) return true;
    // A combining mark on the last letter makes it a different letter.
    const isOpen = endsUnspaced.test(word.text) || hangul.test(word.text);
    return isOpen && !isReordered(String.fromCodePoint(rest.codePointAt(0) ?? 0));
}

/**
 * Whether the character has a combining class: normalizing moves it before a mark of the last class.
 * @param {string} character
 */
function isReordered(character) {
    const last = "\u0345";
    return character === last || (last + character).normalize("NFD") !== last + character.normalize("NFD");
}
