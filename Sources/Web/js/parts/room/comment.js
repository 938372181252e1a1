// One comment: author, time, text and actions.
import { el, fill, mark } from "../../dom.js";
import { drafts, isThrown, outbox, replica } from "../../client.js";
import { timestamp } from "../../client/timestamp.js";
import { commentPictures, laterPictures } from "../pictures/comment-pictures.js";
import { editForm, editPlace, saveEdit } from "../writing/edit-form.js";
import { withModule } from "../controls/undo.js";
import { called, disc, name } from "../controls/person.js";
import { phrase, phraseAround } from "../../phrases.js";
import { reason, refusal } from "../not-sent/refusal.js";
import { reactionPills } from "./reactions.js";
import { say } from "../controls/states.js";
import { textParts } from "../controls/text.js";
import { ago } from "../controls/time.js";

/** @typedef {import("../../types/app.js").ShownComment} ShownComment */
/**
 * What a comment needs from its room.
 * @typedef {object} Surroundings
 * @property {(comment: ShownComment) => void} reply
 * @property {(id: string) => import("../../client/room.js").Answered | undefined} answered What a reply says of what it answers.
 * @property {(id: string) => void} lead Leads to a comment.
 * @property {(comment: ShownComment) => boolean} isNew
 * @property {(comment: ShownComment) => boolean} follows Whether its author wrote the comment before it, too.
 * @property {(seconds: number) => string | undefined} line What is spoken at a second.
 * @property {(comment: ShownComment) => boolean} keepsPictures Whether its pictures come later.
 * @property {() => boolean} moderates Whether I may delete others' comments.
 */

/**
 * A comment as an article, which `update` keeps up to date. It is empty until `draw`: a room has hundreds, and few are in view.
 * @param {ShownComment} first
 * @param {Surroundings} around
 */
export function commentArticle(first, around) {
    const made = new CommentArticle(first, around);
    return {
        node: made.article,
        /** @param {ShownComment} item */
        update(item) {
            made.comment = item;
            made.render();
        },
        draw() {
            made.isDrawn = true;
            made.render();
        },
    };
}

export class CommentArticle {
    isDrawn = false;
    shown = "";
    /** @type {{key: string | undefined, node: HTMLElement | false}} */
    shownPictures = { key: undefined, node: false };
    isUnfolded = false;
    isEditing = false;
    /** @type {import("../../client/room.js").Answered | undefined} */
    answered = undefined;

    /**
     * @param {ShownComment} first
     * @param {Surroundings} around
     */
    constructor(first, around) {
        this.comment = first;
        this.around = around;
        this.article = el("article", { class: "comment", data: { comment: first.id } });
        // A finger stays on it.
        this.article.addEventListener("hold", () => {
            const more = this.article.querySelector(".more");
            if (more instanceof HTMLElement) this.openMenu(more, { isHeld: true });
        });
    }

    /** Shows the comment as it is now, if anything of it has changed. */
    render() {
        const { article, around, comment, isEditing, isUnfolded } = this;
        const [isNew, follows] = [around.isNew(comment), around.follows(comment)];
        const person = comment.author && replica.person(comment.author);
        const isGone = comment.state === "refused" && isThrown(comment.writeID ?? 0);
        this.answered = comment.replyTo === undefined ? undefined : around.answered(comment.replyTo);
        const key = JSON.stringify([comment, person, isNew, follows, isUnfolded, isEditing, isGone, this.answered,
            around.keepsPictures(comment), this.isSpokenAbove(), this.isDrawn]);
        if (key === this.shown) return;
        this.shown = key;
        article.hidden = isGone;
        mark(article, "data-follows", follows);
        this.markState(isNew, called(person, phrase("room.comment.left")));
        if (!this.isDrawn) return;
        // Whatever comes meanwhile, what is typed stays.
        if (isEditing && article.querySelector(".edit")) return;
        const focused = article.contains(document.activeElement) ? document.activeElement : undefined;
        fill(article, ...comment.folded && !isUnfolded ? [this.fold()] : [disc(person), this.body(person)]);
        if (focused instanceof HTMLElement && focused.isConnected) focused.focus({ preventScroll: true });
        else if (focused) this.refocus(focused);
    }

    /**
     * @param {boolean} isNew
     * @param {string} author
     */
    markState(isNew, author) {
        const { article, comment } = this;
        mark(article, "data-number", comment.state === "sent" ? comment.number : undefined);
        mark(article, "data-state", comment.state);
        mark(article, "data-new", isNew);
        mark(article, "data-mine", comment.mine);
        mark(article, "data-folded", comment.folded);
        const { hasUnsentEdit, roomID, seconds } = comment;
        mark(article, "data-edit", hasUnsentEdit ? "unsent" : undefined);
        const about = seconds === 0 ? replica.room(roomID)?.subject.kind ?? "tv" : "second";
        mark(article, "aria-label", phrase("room.comment.label", { author, about, time: timestamp(seconds),
            state: isNew ? "new" : comment.state, edit: hasUnsentEdit ? "unsent" : "none" }));
    }

    /** The line in place of a comment that is muted. */
    fold() {
        const { author } = this.comment;
        const [isMuted, isBlocked] = [replica.mutes()?.userIDs.includes(author?.id ?? ""),
            replica.blocks()?.some(({ id }) => id === author?.id)];
        return el("p", { class: "folded small soft" }, isMuted || isBlocked
            ? phraseAround(isMuted ? "room.comment.muted" : "room.comment.blocked", { person: name(author) })
            : phrase("room.comment.mutedWord"), " · ",
        el("button", { class: "text-button", onclick: () => this.unfold() }, phrase("room.comment.show")));
    }

    /** @param {import("../../types/wire.js").UserStub | undefined} person */
    body(person) {
        const { comment, isEditing } = this;
        return el("div", { class: "comment-body" },
            el("div", { class: "comment-head" }, name(person), this.facts(), !isEditing && this.actions()),
            this.answers(),
            !isEditing && comment.quote && el("blockquote", {
                class: this.isSpokenAbove() ? "quote spoken-above" : "quote", dir: "auto" }, comment.quote),
            isEditing ? this.editor()
                : comment.content !== "" && el("p", { class: "comment-text", dir: "auto" },
                    ...textParts(comment.content, comment.mentions)),
            !isEditing && this.pictures(),
            !isEditing && comment.hasUnsentEdit && this.unsentEdit(),
            !isEditing && reactionPills(comment),
            comment.state === "refused" && this.refusal());
    }

    /** Whether its quote is the line that stands at the head of its thread. Below that the style shows it only once. */
    isSpokenAbove() {
        const { quote, seconds } = this.comment;
        const plain = (/** @type {string | undefined} */ text) => text?.replace(/\s+/g, " ").trim();
        return quote !== undefined && plain(quote) === plain(this.around.line(seconds));
    }

    /** The elements stay as long as the pictures are the same: none is fetched again. */
    pictures() {
        const { around, comment: { pictures, seconds } } = this;
        const isLater = around.keepsPictures(this.comment);
        const key = JSON.stringify([pictures, isLater, this.comment.state === "sent"]);
        if (key !== this.shownPictures.key) {
            this.shownPictures = { key, node: isLater ? laterPictures(pictures, seconds) : commentPictures(pictures) };
        }
        return this.shownPictures.node;
    }

    /** The line that says which comment it answers, and leads there. */
    answers() {
        const { answered, around } = this;
        if (!answered) return undefined;
        const { author, id, mine, text } = answered;
        const words = el("bdi", { dir: "auto" }, text || phrase("room.comment.picture"));
        const whom = text === undefined ? phrase("room.comment.toFolded")
            : mine ? phraseAround("room.comment.toMine", { words })
            : phraseAround("room.comment.to", { person: name(author), words });
        return el("p", { class: "answered small soft" }, id === undefined ? phrase("room.comment.toDeleted")
            : el("button", { class: "text-button", onclick: () => around.lead(id) }, whom));
    }

    /** Says that an edit is kept and isn't sent, and leads to it. */
    unsentEdit() {
        return el("p", { class: "small bad" }, phrase("room.comment.editNotSent"), " ",
            el("button", { class: "text-button", onclick: () => this.edit(true) }, phrase("room.comment.goOnEditing")));
    }

    /**
     * Focuses the button that has come in the place of another one.
     * @param {Element} before
     */
    refocus(before) {
        const text = (/** @type {Element} */ one) => one.getAttribute("data-emoji") ?? one.textContent;
        const buttons = [...this.article.querySelectorAll("button")];
        const same = buttons.find((one) => one.className === before.className
            && text(one) === text(before)) ?? buttons.find((one) => one.matches(".more"));
        same?.focus({ preventScroll: true });
    }

    /** The button's dots are CSS: a long room has thousands of nodes. */
    facts() {
        const { createdAt, editedAt, pictures = [], state, uploaded = 0 } = this.comment;
        const waiting = uploaded > 0 && pictures.length > 1
            ? phrase("room.comment.sending", { sent: uploaded, count: pictures.length }) : phrase("room.comment.waiting");
        return el("span", { class: "comment-facts tiny soft" }, state === "waiting" ? waiting
            : state === "refused" ? el("span", { class: "bad" }, phrase("room.comment.notSent")) : ago(createdAt),
        editedAt && ` · ${phrase("room.comment.edited")}`);
    }

    actions() {
        const { around, comment } = this;
        return el("div", { class: "comment-actions" },
            el("button", { class: "text-button reply", onclick: () => around.reply(comment) }, phrase("room.comment.reply")),
            comment.state !== "refused" && el("button", {
                class: "icon-button more", "aria-haspopup": "true", "aria-expanded": "false",
                "aria-label": phrase("room.comment.more"),
                onclick: (/** @type {MouseEvent} */ { currentTarget, detail }) => this.openMenu(/** @type {HTMLElement} */
                    (currentTarget), { hasBar: detail > 0 && Boolean(this.article.querySelector(".react-bar")?.clientWidth) }),
            }));
    }

    refusal() {
        const { content, id, problem, roomID, writeID = 0 } = this.comment;
        const canRetry = problem?.code !== "id_taken" && outbox.notSent().some((one) => one.id === writeID && one.canRetry);
        const thing = /** @type {const} */ ({ id: writeID, kind: "comment", text: content, canRetry, problem });
        if (this.isEditing) return el("div", { class: "refusal" }, ...reason(thing));
        return refusal(thing, { edit: () => this.edit(true), thrown: () => drafts.save(editPlace({ id, roomID }), undefined) });
    }

    /**
     * @param {HTMLElement} button
     * @param {Parameters<typeof import("./comment-menu.js").openCommentMenu>[2]} [options]
     */
    openMenu(button, options) {
        return withModule(() => import("./comment-menu.js"), (menu) => menu.openCommentMenu(this, button, options));
    }

    unfold() {
        this.isUnfolded = true;
        this.render();
        this.article.querySelector("button")?.focus();
    }

    /** @param {boolean} on */
    edit(on) {
        this.isEditing = on;
        this.render();
        const target = this.article.querySelector(on ? "textarea" : ".more, .refusal button:nth-child(2)");
        if (target instanceof HTMLElement) target.focus();
    }

    editor() {
        const { comment } = this;
        return editForm(comment, async (change, onPicture) => {
            const said = await saveEdit(comment, change, onPicture);
            this.edit(false);
            say(said);
        }, () => this.edit(false));
    }
}
