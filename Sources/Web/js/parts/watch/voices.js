// Who wrote last in the rooms with something to read, and how that begins.
import { replica } from "../../client.js";
import { beginning, unread } from "../../client/room.js";
import { timestamp } from "../../client/timestamp.js";
import { phrase } from "../../phrases.js";
import { called } from "../controls/person.js";
import { voices } from "./room-row.js";

/** @typedef {import("../../types/app.js").ShownRoom} ShownRoom */

// What was just muted isn't shown until it is read anew.
replica.subscribe(["mutes", "blocks"], () => voices.clear());

/**
 * Reads it, as far as the copy has it and lets it through.
 * @param {Iterable<ShownRoom>} rooms
 * @param {() => void} onRead is called if it is another one than before
 */
export async function readVoices(rooms, onRead) {
    const before = JSON.stringify([...voices]);
    for (const { attention, id } of rooms) {
        const comment = attention === "read" ? await unread(id).catch(() => undefined) : undefined;
        if (comment?.author) voices.set(id, { people: [comment.author], text: said(comment) });
        else voices.delete(id);
    }
    if (JSON.stringify([...voices]) !== before) onRead();
}

/** @param {import("../../types/app.js").ShownComment} comment */
function said({ author, content, seconds }) {
    const [place, time] = [seconds === 0 ? "none" : "time", timestamp(seconds)];
    const words = beginning(content) || phrase("room.comment.picture");
    return phrase("watch.voice", { place, time, name: `\u2068${called(author)}\u2069`, words: `\u2068${words}\u2069` });
}
