// What is shared of a play: a text and a picture, without a letter of the puzzle.
import { session } from "../../client.js";
import { sides } from "../../client/play.js";
import { el } from "../../dom.js";
import { puzzleName } from "../../routes.js";
import { copyText } from "../controls/copy.js";
import { sheet } from "../controls/dialog.js";
import { say } from "../controls/states.js";
import { dayText } from "../controls/time.js";
import { sharePicture } from "./share-picture.js";
import { phrase } from "../../phrases.js";

/** @typedef {readonly {faces?: number[], score?: number, at: number}[]} Moves */

/** The squares of a shared word, by the sides that it runs over. */
const squares = ["", "🟨", "🟧", "🟥"];
/** The largest number of words of which the text has a row. */
const most = 8;

/**
 * The lines above what is shared: the puzzle, and how I did.
 * @param {Wire.Challenge} challenge
 * @param {number} words
 * @param {string | undefined} community
 */
function heading({ day, mine, mode, playCount }, words, community) {
    const { rank, score: points = 0 } = mine ?? {};
    const title = [puzzleName, community, phrase("play.share.mode", { mode }), day && dayText(new Date(`${day}T12:00`))];
    const result = rank && playCount > 1 ? phrase("play.share.ranked", { points, words, rank, count: playCount })
        : phrase("play.share.result", { points, words });
    return { title: title.filter(Boolean).join(" · "), result };
}

/** The words of a play, the best one first. */
const wordsOf = (/** @type {Moves} */ moves) => moves.flatMap(({ faces, score }) => faces && score !== undefined
    ? [{ faces, score }] : []).sort((one, other) => other.score - one.score);

/**
 * What is shared of a play: nothing that helps anybody to solve the puzzle. Each word is a row of squares, one for each letter,
 * in the colour of how many sides it runs over.
 * @param {Wire.Challenge} challenge
 * @param {Moves} moves
 * @param {{community?: string, origin: string}} place
 */
export function shareText(challenge, moves, { community, origin }) {
    const words = wordsOf(moves);
    const { title, result } = heading(challenge, words.length, community);
    return [title, result,
        ...words.slice(0, most).map(({ faces, score }) => `${squares[sides(faces)].repeat(faces.length)} ${score}`),
        words.length > most && "…", `${origin}/play${challenge.code ? `#${challenge.code}` : ""}`].filter(Boolean).join("\n");
}

/**
 * Shares a play by the system's sheet, text and picture. Where there is none, a sheet shows both, to be copied and saved.
 * @param {Wire.Challenge} challenge
 * @param {Moves} moves
 */
export async function share(challenge, moves) {
    const community = session.keptTenant()?.name;
    const text = shareText(challenge, moves, { community, origin: location.origin });
    const picture = await sharePicture({ ...heading(challenge, wordsOf(moves).length, community), moves,
        address: location.host, mode: challenge.mode });
    const files = [new File([picture], `${puzzleName.toLowerCase()}.png`, { type: picture.type })];
    if (typeof navigator.share !== "function") return offer(text, picture);
    const data = navigator.canShare?.({ files }) ? { text, files } : { text };
    await navigator.share(data).catch((reason) => reason.name === "AbortError" ? undefined : offer(text, picture));
}

/**
 * @param {string} text
 * @param {Blob} picture
 */
function offer(text, picture) {
    const address = URL.createObjectURL(picture);
    const save = el("a", { class: "button", href: address, onclick: () => say(phrase("play.share.saved")) },
        phrase("play.share.save"));
    save.download = `${puzzleName.toLowerCase()}.png`;
    sheet(phrase("play.share.action"), el("div", { class: "stack" },
        el("img", { class: "share-picture", src: address, alt: phrase("play.share.picture"), width: 540, height: 540 }),
        el("p", { class: "share-text", dir: "auto" }, text),
        el("div", { class: "line" }, el("button", { class: "button button-main",
            onclick: () => copyText(text, phrase("play.share.copied")) }, phrase("play.share.copy")), save)),
    { onClose: () => URL.revokeObjectURL(address) });
}
