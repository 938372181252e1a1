// Renders people's text. Web addresses become links, and mentions are marked; nothing else is marked up.
import { el } from "../../dom.js";
import { session } from "../../client.js";

const addresses = /\bhttps?:\/\/[^\s<>"'\x60\u2068\u2069]+/giu;

/**
 * The parts of a text.
 * @param {string} text
 * @param {readonly import("../../types/wire.js").Mention[]} [mentions] in the order of the text.
 * @returns {import("../../dom.js").Part[]}
 */
export function textParts(text, mentions = []) {
    /** @type {import("../../dom.js").Part[]} */
    const parts = [];
    let end = 0;
    const waiting = [...mentions];
    /** @param {number} until where the text ends that may have mentions. */
    const plain = (until) => {
        for (let [one] = waiting; one; [one] = waiting) {
            const at = text.indexOf(one.text, end);
            if (at < 0 || at + one.text.length > until) break;
            parts.push(text.slice(end, at),
                el("b", { class: one.userID && one.userID === session.current()?.userID ? "mention mention-me" : "mention" },
                    one.text));
            end = at + one.text.length;
            waiting.shift();
        }
        parts.push(text.slice(end, until));
    };
    for (const match of text.matchAll(addresses)) {
        // A full stop or a bracket at the end belongs to the sentence.
        const address = match[0].replace(/[.,;:!?)\]}…]+$/u, "");
        const url = webAddress(address);
        if (!url) continue;
        const isOurs = new URL(url).origin === location.origin;
        plain(match.index ?? 0);
        parts.push(el("a", { href: url, rel: "noopener noreferrer", target: isOurs ? "" : "_blank" }, el("bdi", {}, address)));
        end = (match.index ?? 0) + address.length;
    }
    plain(text.length);
    return parts.filter((part) => part !== "");
}

/**
 * The address, if it is one of the web.
 * @param {string} address
 */
export function webAddress(address) {
    try {
        const url = new URL(address, location.origin);
        return url.protocol === "http:" || url.protocol === "https:" ? url.href : undefined;
    } catch {
        return undefined;
    }
}
