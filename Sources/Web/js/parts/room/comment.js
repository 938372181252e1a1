// One comment: author, time, text and actions.
import { el, fill, mark } from "../../dom.js";
import { outbox, replica, timestamp } from "../../client.js";
import { copyText } from "../controls/copy.js";
import { ask } from "../controls/dialog.js";
import { editForm } from "./edit-form.js";
import { openMenu } from "../controls/menu.js";
import { disc, name } from "../controls/person.js";
import { refusal } from "../not-sent/refusal.js";
import { isThrown } from "../not-sent/things.js";
import { reactionPills } from "./reactions.js";
import { say, sentence } from "../controls/states.js";
import { textParts } from "../controls/text.js";
import { ago } from "../controls/time.js";

/** @typedef {import("../../types/app.js").ShownComment} ShownComment */
/**
 * What a comment needs from its room.
 * @typedef {object} Surroundings
 * @property {(seconds: number, username: string) => void} reply
 * @property {(comment: ShownComment) => boolean} isNew
 * @property {(seconds: number) => string | undefined} line What is spoken at a second.
 * @property {() => boolean} moderates Whether I may delete others' comments.
 */

/** The thread's name: "General", or its time. */
export const placeName = (/** @type {number} */ seconds) => seconds === 0 ? "General" : timestamp(seconds);

/**
 * @param {ShownComment} first
 * @param {Surroundings} around
 */
export function commentArticle(first, around) {
    const article = el("article", { class: "comment", data: { comment: first.id } });
    let comment = first;
    let shown = "";
    let isUnfolded = false;
    let isEditing = false;

    const render = () => {
        const isNew = around.isNew(comment);
        const person = comment.author && replica.person(comment.author);
        const isGone = comment.state === "refused" && isThrown(comment.writeID ?? 0);
        article.hidden = isGone;
        const key = JSON.stringify([comment, person, isNew, isUnfolded, isEditing, isGone]);
        if (key === shown) return;
        shown = key;
        mark(article, "data-number", comment.state === "sent" ? comment.number : undefined);
        mark(article, "data-state", comment.state);
        mark(article, "data-new", isNew);
        mark(article, "data-folded", comment.folded);
        const place = comment.seconds === 0 ? "in General" : `at ${timestamp(comment.seconds)}`;
        const state = { sent: isNew ? ", new" : "", waiting: ", waiting", refused: ", refused" }[comment.state];
        mark(article, "aria-label", `${person?.username ?? "Somebody who left"} ${place}${state}`);
        // Whatever comes meanwhile, what is typed stays.
        if (isEditing && article.querySelector(".edit")) return;
        if (comment.folded && !isUnfolded) {
            fill(article, el("p", { class: "folded small soft" }, "Folded · ", el("button", { class: "text-button", onclick: unfold }, "Show")));
            return;
        }
        const focused = article.contains(document.activeElement) ? document.activeElement : undefined;
        fill(article, disc(person), el("div", { class: "comment-body" },
            el("div", { class: "comment-head" }, name(person), facts(), !isEditing && actions()),
            !isEditing && comment.quote && el("blockquote", { class: "quote", dir: "auto" }, comment.quote),
            isEditing ? editor() : el("p", { class: "comment-text", dir: "auto" }, ...textParts(comment.content, comment.mentions)),
            !isEditing && reactionPills(comment),
            comment.state === "refused" && refused()));
        if (focused && !focused.isConnected) refocus(focused);
    };

    /**
     * Focuses the button that has come in the place of another one.
     * @param {Element} before
     */
    function refocus(before) {
        const text = (/** @type {Element} */ one) => one.getAttribute("data-emoji") ?? one.textContent;
        const buttons = [...article.querySelectorAll("button")];
        const same = buttons.find((one) => one.className === before.className && text(one) === text(before)) ?? buttons.find((one) => one.matches(".more"));
        same?.focus({ preventScroll: true });
    }

    // The word "new" and the button's dots are CSS: a long room has thousands of nodes.
    const facts = () => el("span", { class: "comment-facts tiny soft" },
        comment.state === "waiting" ? "waiting" : comment.state === "refused" ? el("span", { class: "bad" }, "refused") : ago(comment.createdAt),
        comment.editedAt && " · edited");

    const actions = () => el("div", { class: "comment-actions" },
        el("button", { class: "text-button", onclick: () => around.reply(comment.seconds, comment.author?.username ?? "somebody who left") }, "Reply"),
        comment.state !== "refused" && el("button", { class: "icon-button more", "aria-label": "More", "aria-haspopup": "true", "aria-expanded": "false", onclick: menu }));

    const refused = () => refusal({
        id: comment.writeID ?? 0, kind: "comment", text: comment.content, canRetry: comment.problem?.code !== "id_taken", problem: comment.problem,
    }, render);

    /** @param {Event} event */
    function menu(event) {
        const button = /** @type {HTMLElement} */ (event.currentTarget);
        openMenu(button, [
            ...(comment.mine ? [{ label: "Edit", run: () => edit(true) }] : []),
            ...(comment.state === "sent" ? [{ label: "React", run: () => react(button) }] : []),
            ...(comment.state === "sent" ? [{ label: "Copy link", run: () => copyText(`${location.origin}/rooms/${comment.roomID}#n${comment.number}`, "Link copied.") }] : []),
            { label: "Copy text", run: () => copyText(comment.content, "Copied.") },
            ...(comment.state === "sent" && !comment.mine ? [{ label: "Report", run: () => accuse(button) }] : []),
            ...(comment.mine || around.moderates() ? [{ label: "Delete", isBad: true, run: () => remove(button) }] : []),
        ]);
    }

    /** @param {HTMLElement} button */
    async function react(button) {
        const { chooseEmoji } = await import("./emoji.js");
        chooseEmoji(button, (emoji) => outbox.react(comment.roomID, { commentID: comment.id, emoji, on: true }));
    }

    /** @param {HTMLElement} button */
    async function accuse(button) {
        const { reportForm: report } = await import("../people/report-form.js");
        report({ commentID: comment.id }, `a comment by ${comment.author?.username ?? "somebody who left"}`, button);
    }

    function unfold() {
        isUnfolded = true;
        render();
        article.querySelector("button")?.focus();
    }

    /** @param {boolean} on */
    function edit(on) {
        isEditing = on;
        render();
        const target = article.querySelector(on ? "textarea" : ".more");
        if (target instanceof HTMLElement) target.focus();
    }

    const editor = () => editForm(comment, async (change) => {
        if (!await outbox.changeComment(comment.id, change)) {
            await replica.change("editComment", { path: { roomID: comment.roomID, commentID: comment.id }, body: change });
        }
        edit(false);
        say("Saved.");
    }, () => edit(false));

    /** @param {HTMLElement} opener */
    async function remove(opener) {
        const text = comment.mine ? "It is gone at once for everybody." : `${comment.author?.username ?? "Somebody"} wrote it. It is gone at once for everybody.`;
        if (!await ask({ title: "Delete this comment?", text, action: "Delete", opener })) return;
        const next = article.nextElementSibling ?? article.closest("section")?.nextElementSibling;
        try {
            if (!await outbox.removeComment(comment.id)) {
                await replica.change("deleteComment", { path: { roomID: comment.roomID, commentID: comment.id } });
            }
            say("Deleted.");
            const place = next?.querySelector(".text-button") ?? document.querySelector(".composer textarea");
            if (!article.isConnected && place instanceof HTMLElement) place.focus({ preventScroll: true });
        } catch (problem) {
            fault(sentence(problem));
        }
    }

    /** @param {string} text */
    function fault(text) {
        article.querySelector(".comment-body")?.append(el("p", { class: "small bad", role: "alert" }, text));
    }

    return {
        node: article,
        /** @param {ShownComment} item */
        update(item) {
            comment = item;
            render();
        },
    };
}
