// Why something wasn't sent, by the code of the problem.
import { isKey, phrase } from "../../phrases.js";

/**
 * The sentence for why a write was refused. The server names the field, "content must have at most 4,000 characters.", and its
 * author sees no such name. A test holds the codes that have a phrase to those of docs/openapi.json.
 * @param {string} kind
 * @param {{code: string, detail: string, picture?: string} | undefined} problem
 */
export function reasonOf(kind, problem) {
    if (!problem) return phrase("refusal.not_found", { thing: "" });
    const { code, detail, picture } = problem;
    const long = /^content:? (?:must have )?(at most [^;]+)$/.exec(detail)?.[1];
    if (code === "invalid" && long && !picture) return phrase("notSent.tooLong", { limit: long });
    const key = `refusal.${code}`;
    const sentence = isKey(key) ? phrase(key, { thing: picture ? "picture" : kind, name: picture ?? "" }) : detail;
    if (!sentence.endsWith(":")) return sentence || phrase("notSent.refused");
    return phrase("notSent.because", { sentence, detail: detail.replace(/^content:? /, "it ") });
}
