// The part of a link behind `#`, which no server sees.
import { phrase } from "../../phrases.js";

/** What is said of a link without its end. */
export const incomplete = phrase("account.linkIncomplete");

/**
 * The code of a link, and the community's slug where the link names it: `#CODE` or `#SLUG/CODE`.
 * @param {string} hash
 */
export function linkParts(hash) {
    const parts = decoded(hash.slice(1)).split("/").filter(Boolean);
    return { code: parts.at(-1) ?? "", slug: parts.length > 1 ? parts[0] : undefined };
}

/**
 * The parts of what somebody has pasted: a whole link, or its code alone.
 * @param {string} text
 */
export const pastedLink = (text) => linkParts(`#${text.trim().replace(/^.*(#|\/join\/)/u, "")}`);

/**
 * Takes a link's part out of the address at once, and keeps it in the history's entry: a reload has it, and nobody reads it.
 * @returns {{ code: string, slug: string | undefined, isTried?: boolean }}
 */
export function takeLink() {
    return location.hash ? keepLink(linkParts(location.hash)) : history.state?.link ?? { code: "", slug: undefined };
}

/**
 * Keeps a link in the history's entry for reloads, and takes its code out of the address.
 * @template {{ code: string, slug: string | undefined }} L
 * @param {L} link
 */
export function keepLink(link) {
    history.replaceState({ ...history.state, link }, "", location.pathname);
    return link;
}

/** @param {string} text of an address, which somebody may have typed. */
function decoded(text) {
    try {
        return decodeURIComponent(text);
    } catch {
        return text;
    }
}
