// Renders people's text. Web addresses become links; nothing else is marked up.
import { el } from "../dom.js";

const addresses = /\bhttps?:\/\/[^\s<>"'\x60\u2068\u2069]+/giu;

/**
 * The parts of a text.
 * @param {string} text
 * @returns {import("../dom.js").Part[]}
 */
export function written(text) {
    const parts = [];
    let end = 0;
    for (const match of text.matchAll(addresses)) {
        // A full stop or a bracket at the end belongs to the sentence.
        const address = match[0].replace(/[.,;:!?)\]}…]+$/u, "");
        const url = webAddress(address);
        if (!url) continue;
        const isOurs = new URL(url).origin === location.origin;
        parts.push(text.slice(end, match.index), el("a", { href: url, rel: "noopener noreferrer", target: isOurs ? "" : "_blank" }, el("bdi", {}, address)));
        end = (match.index ?? 0) + address.length;
    }
    parts.push(text.slice(end));
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
