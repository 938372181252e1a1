// What a room is about, in words.
import { el } from "../dom.js";
import { webAddress } from "./text.js";

/** @typedef {import("../types/wire.js").Subject} Subject */

/**
 * "S1 E5"
 * @param {{season: number, episode: number}} episode
 */
export const episodeCode = ({ season, episode }) => `S${season} E${episode}`;

/**
 * The line over the title ("Severance"), and the title ("S1 E5 · The Grim Barbarity of Optics and Design").
 * @param {Subject} subject
 * @returns {{over: string, title: string, isPlain: boolean}}
 */
export function words(subject) {
    if (subject.kind === "tv") {
        const code = episodeCode(subject);
        return { over: subject.showTitle, title: subject.episodeTitle ? `${code} · ${subject.episodeTitle}` : code, isPlain: false };
    }
    return { over: subject.kind === "movie" ? "Movie" : "", title: subject.title, isPlain: true };
}

/**
 * One line, for the document's title and announcements: "Severance S1 E5".
 * @param {Subject} subject
 */
export function short(subject) {
    return subject.kind === "tv" ? `${subject.showTitle} ${episodeCode(subject)}` : subject.title;
}

/**
 * A poster, or a tile with initials where there is none.
 * @param {string} title
 * @param {string} [address]
 */
export function poster(title, address) {
    const tile = el("span", { class: "poster", "aria-hidden": "true" });
    const letters = title.split(/\s+/u).filter(Boolean).slice(0, 2).map((word) => Array.from(word)[0] ?? "").join("");
    tile.append(letters.toLocaleUpperCase("en"));
    const picture = address && webAddress(address);
    if (picture) {
        const image = el("img", { alt: "", loading: "lazy", decoding: "async", src: picture });
        image.addEventListener("error", () => image.remove(), { once: true });
        tile.append(image);
    }
    return tile;
}
