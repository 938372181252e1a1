// The part of a link behind `#`, which no server sees.

/**
 * The code of a link, and the community's slug where the link names it: `#CODE` or `#SLUG/CODE`.
 * @param {string} hash
 */
export function linkParts(hash) {
    const parts = decoded(hash.slice(1)).split("/").filter(Boolean);
    return { code: parts.at(-1) ?? "", slug: parts.length > 1 ? parts[0] : undefined };
}

/** @param {string} text of an address, which somebody may have typed. */
function decoded(text) {
    try {
        return decodeURIComponent(text);
    } catch {
        return text;
    }
}
