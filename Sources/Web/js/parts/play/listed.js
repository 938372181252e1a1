// Things one after the other, without a word between them.
import { language } from "../../phrases.js";

const list = new Intl.ListFormat(language, { type: "unit" });

/**
 * Texts one after the other, as the reader's language separates them: "cat, dog".
 * @param {readonly string[]} texts
 */
export const listed = (texts) => list.format(texts);
