// How a comment is deleted, which can't be undone.
import { outbox, replica } from "../../client.js";
import { el } from "../../dom.js";
import { beginning } from "../../client/room.js";
import { ask } from "../controls/dialog.js";
import { called } from "../controls/person.js";
import { phrase } from "../../phrases.js";

/**
 * Whether the person deletes a comment, of which the question has the beginning and, where it is another one's, the author.
 * @param {import("../../types/app.js").ShownComment} comment
 * @param {HTMLElement} opener
 */
export function confirmDeletion({ author, content, mine }, opener) {
    const quoted = phrase("room.comment.quoted", { words: beginning(content) });
    return ask({
        title: phrase("room.comment.deleteThis"), action: phrase("room.comment.delete"), opener,
        text: [content !== "" && el("bdi", {}, `${quoted}\n`), mine ? phrase("room.comment.gone")
            : phrase("room.comment.goneOf", { person: called(author, phrase("room.comment.somebody")) })],
    });
}

/**
 * Deletes a comment. One that isn't sent yet is only taken back.
 * @param {import("../../types/app.js").ShownComment} comment
 */
export async function deleteComment({ id, roomID }) {
    if (!await outbox.removeComment(id)) await replica.change("deleteComment", { path: { roomID, commentID: id } });
}
