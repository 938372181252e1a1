// The menu of a comment, and what it leads to. It is loaded with the first one that is opened.
import { outbox, replica } from "../../client.js";
import { beginning } from "../../client/room.js";
import { el } from "../../dom.js";
import { phrase } from "../../phrases.js";
import { copyText } from "../controls/copy.js";
import { ask } from "../controls/dialog.js";
import { openMenu } from "../controls/menu.js";
import { called, name } from "../controls/person.js";
import { say, sentence } from "../controls/states.js";
import { withModule } from "../controls/undo.js";
import { emojiRow } from "./emoji.js";

/** @typedef {import("./comment.js").CommentArticle} CommentArticle */

/**
 * Opens the menu of a comment, which begins with the emoji to react with.
 * @param {CommentArticle} shown
 * @param {HTMLElement} button
 * @param {{isHeld?: boolean, hasBar?: boolean}} options `isHeld`: a finger is still down; `hasBar`: a bar has the emoji
 */
export async function openCommentMenu(shown, button, { isHeld = false, hasBar = false } = {}) {
    const { article, comment } = shown;
    const head = comment.state === "sent" && !hasBar && (await emojiRow(comment)).row;
    // What came meanwhile may have drawn the comment anew.
    const opener = button.isConnected ? button : article.querySelector(".more");
    if (!(opener instanceof HTMLElement) || !opener.isConnected) return;
    const title = [name(comment.author), " ", el("span", { class: "small soft" },
        comment.content || phrase("room.comment.picture"))];
    openMenu(opener, menuItems(shown, opener), { title, head, isHeld });
}

/**
 * @param {CommentArticle} shown
 * @param {HTMLElement} button
 */
function menuItems(shown, button) {
    const { around, comment } = shown;
    const isSent = comment.state === "sent";
    return [
        { label: phrase("room.comment.reply"), run: () => around.reply(comment) },
        ...(comment.mine ? [{ label: phrase("room.comment.edit"), run: () => shown.edit(true) }] : []),
        ...(isSent ? [{ label: phrase("room.comment.copyLink"), run: () => copyText(
            `${location.origin}/rooms/${comment.roomID}#n${comment.number}`, phrase("room.comment.linkCopied")) }] : []),
        ...(comment.content === "" ? [] : [{ label: phrase("room.comment.copyText"),
            run: () => copyText(comment.content, phrase("room.comment.textCopied")) }]),
        ...(isSent && !comment.mine ? [{ label: phrase("room.comment.report"), run: () => report(comment, button) }] : []),
        ...(comment.mine || around.moderates() ? [{ label: phrase("room.comment.delete"), isBad: true,
            run: () => remove(shown, button) }] : []),
    ];
}

/**
 * @param {import("../../types/app.js").ShownComment} comment
 * @param {HTMLElement} button
 */
function report({ author, id, roomID }, button) {
    withModule(() => import("../people/report-form.js"), ({ reportForm }) => reportForm({ commentID: id },
        phrase("room.comment.reported", { person: called(author) }), button, { inRoom: roomID }));
}

/**
 * Asks, and deletes the comment, which can't be undone. One that isn't sent yet is only taken back.
 * @param {CommentArticle} shown
 * @param {HTMLElement} opener
 */
async function remove({ article, comment: { author, content, id, mine, roomID } }, opener) {
    const quoted = phrase("room.comment.quoted", { words: beginning(content) });
    const isSure = await ask({
        title: phrase("room.comment.deleteThis"), action: phrase("room.comment.delete"), opener,
        text: [content !== "" && el("bdi", {}, `${quoted}\n`), mine ? phrase("room.comment.gone")
            : phrase("room.comment.goneOf", { person: called(author, phrase("room.comment.somebody")) })],
    });
    if (!isSure) return;
    const next = article.nextElementSibling ?? article.closest("section")?.nextElementSibling;
    try {
        if (!await outbox.removeComment(id)) await replica.change("deleteComment", { path: { roomID, commentID: id } });
        say(phrase("room.comment.deleted"));
        const place = next?.querySelector(".text-button") ?? document.querySelector("#composer");
        if (!article.isConnected && place instanceof HTMLElement) place.focus({ preventScroll: true });
    } catch (problem) {
        article.querySelector(".comment-body")?.append(el("p", { class: "small bad", role: "alert" }, sentence(problem)));
    }
}
