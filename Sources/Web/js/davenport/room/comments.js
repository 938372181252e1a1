// The comments of open rooms.

import { Problem } from "../api/answer.js";
import { changed, settledEntries } from "../copy/person-copy.js";
import { reload, spread } from "../copy/updates.js";
import { shownPictures } from "../drafts.js";
import { Writes } from "../outbox/writes.js";
import { folds } from "../rules/mutes.js";
import { trimmed } from "../rules/text.js";
import { cut } from "../rules/timestamp.js";
import { OpenRoom } from "./open-room.js";
import { noteOpenedAndPrune, writeList } from "./room-updates.js";

/** @typedef {import("../davenport.js").Davenport} Davenport */

/** The number of times that a list is read because the copy changes meanwhile. It is shown from the first time on. */
const attempts = 3;

/** Opens rooms, and gives their comments with the writes that aren't confirmed yet. */
export class Comments {
    /**
     * What is shown of comments that were sent, and what that was worked out from.
     * @type {WeakMap<Wire.Comment, { shown: App.ShownComment, from: readonly unknown[] }>}
     */
    worked = new WeakMap();
    /** The places of edits that aren't sent, in open rooms. */
    edits = "";

    /** @param {Davenport} davenport */
    constructor(davenport) {
        this.davenport = davenport;
        this.connection = davenport.connection;
        davenport.topics.subscribe(["pass"], () => this.complete());
        davenport.topics.subscribe(["drafts"], () => this.noticeEdits());
        // What is done in a room is kept at once, also while its page goes.
        davenport.use(Writes);
    }

    get copy() { return this.davenport.copy; }

    /** Reads the lists of open rooms that a pass has left incomplete, as one that fetches all anew leaves archived rooms. */
    complete() {
        const { copy } = this;
        if (!copy?.state.isWhole) return;
        for (const id of copy.open.keys()) if (copy.rooms.get(id)?.complete === 0) this.readList(copy, id).catch(() => {});
    }

    /** Announces the comments of open rooms if other edits of them are kept than before. */
    noticeEdits() {
        const rooms = [...this.copy?.open.keys() ?? []];
        const places = [...this.davenport.drafts.places()];
        const edits = places.filter(place => rooms.some(id => place.startsWith(`edit:${id}/`))).join();
        if (edits === this.edits) return;
        this.edits = edits;
        this.davenport.topics.announce(rooms.map(id => `comments:${id}`));
    }

    /**
     * Opens a room: its comments come from disk, and what is missing from its list.
     * @param {string} id
     * @throws {Problem} if nothing can be shown.
     */
    async openRoom(id) {
        const { copy } = this;
        if (!copy) return;
        const open = copy.open.get(id) ?? new OpenRoom(copy, id);
        open.count += 1;
        copy.open.set(id, open);
        try {
            if (!this.davenport.replica.room(id)) await this.davenport.replica.loadRoom(id);
            const opened = await noteOpenedAndPrune(copy, id);
            await spread(copy, { ...opened, reread: [...opened.reread, id] });
            changed(copy, [`comments:${id}`], [id]);
            await Promise.all([this.readFolding(copy), copy.rooms.get(id)?.complete ? undefined : this.readList(copy, id)]);
        } catch (error) {
            const isKept = open.stored.size > 0 || this.davenport.replica.room(id)?.commentCount === 0;
            if (!(isKept && error instanceof Problem && error.isTransient)) throw error;
        }
    }

    /**
     * Ends what `openRoom` began.
     * @param {string} id
     */
    closeRoom(id) {
        const open = this.copy?.open.get(id);
        if (!open) return;
        open.count -= 1;
        if (open.count === 0) this.copy?.open.delete(id);
    }

    /**
     * Reads what folds comments, unless it is here. On the first visit the feed may bring it after the room.
     * @param {Copy.Memory} copy
     */
    async readFolding(copy) {
        if (copy.documents.mutes && copy.documents.blocks) return;
        const [mutes, blocks] = await Promise.all([this.connection.call("showMutes"), this.connection.call("listBlocks")]);
        copy.documents = { mutes, blocks, ...copy.documents };
    }

    /**
     * Reads all comments of a room from its list, and shows them at once. They are stored if nothing has changed meanwhile.
     * @param {Copy.Memory} copy
     * @param {string} id
     */
    async readList(copy, id) {
        for (let attempt = 0; attempt < attempts; attempt++) {
            const { state } = copy;
            const listed = await this.connection.all("listComments", { path: { roomID: id }, query: { limit: 500 } });
            const open = copy.open.get(id);
            if (!open || copy.rooms.get(id)?.complete) return;
            open.listed = new Map(listed.map(comment => [comment.id, comment]));
            changed(copy, [`comments:${id}`], [id]);
            const effect = await writeList(copy, state, id, [...open.listed.values()]);
            if (effect) return spread(copy, effect);
            await reload(copy);
            if (!copy.state.isWhole) return;
        }
    }

    /**
     * An open room's comments by number, those that wait last.
     * @param {string} roomID
     * @returns {readonly App.ShownComment[]}
     */
    comments(roomID) {
        const { copy } = this;
        const open = copy?.open.get(roomID);
        if (!copy || !open) return [];
        const sent = [...new Map([...open.listed ?? [], ...open.stored]).values()].sort((a, b) => a.number - b.number);
        const kept = this.davenport.drafts.places();
        const settled = settledEntries(copy);
        const pending = copy.entries.filter(entry => entry.roomID === roomID && !settled.has(entry));
        const writes = pending.filter(entry => entry.kind === "comment");
        const reactions = pending.filter(entry => entry.reaction && !entry.problem);
        const ids = new Set(sent.map(comment => comment.id));
        const waiting = writes.filter(entry => entry.comment && !ids.has(entry.comment.id));
        const last = Math.max(sent.at(-1)?.number ?? 0, this.davenport.replica.room(roomID)?.commentCount ?? 0);
        return [
            ...sent.map(comment => this.shownSent(copy, comment, { reactions, kept })),
            ...waiting.map((entry, place) => {
                const comment = entry.answer ?? this.unsent(copy, entry, last + place + 1);
                return this.shown(copy, comment, { state: state(entry), entry, kept });
            }),
        ];
    }

    /**
     * The newest comment of somebody else that the person hasn't read, of those that the copy has. There is none before the
     * person has watched, since the gate may hide it, and none that is folded.
     * @param {string} roomID
     */
    async unread(roomID) {
        const { copy } = this;
        if (!copy || !this.davenport.replica.room(roomID)?.watched) return undefined;
        const kept = new OpenRoom(copy, roomID);
        await kept.reread();
        const room = this.davenport.replica.room(roomID);
        if (!copy.isPresent || !room?.watched) return undefined;
        return [...kept.stored.values()].sort((a, b) => b.number - a.number)
            .filter(({ number }) => number > room.readNumber)
            .map(comment => this.shown(copy, comment, { state: "sent", kept: new Set() }))
            .find(({ folded, mine }) => !folded && !mine);
    }

    /**
     * Whether all comments of an open room are here.
     * @param {string} roomID
     */
    isWhole(roomID) {
        const { copy } = this;
        return Boolean(copy?.open.get(roomID)?.listed ?? copy?.rooms.get(roomID)?.complete);
    }

    /**
     * The same object as before, if nothing has changed.
     * @param {Copy.Memory} copy
     * @param {Wire.Comment} comment
     * @param {{ reactions: readonly Copy.Entry[], kept: ReadonlySet<string> }} waiting my reactions that wait to be sent, and the
     *     places of drafts.
     */
    shownSent(copy, comment, { reactions: all, kept }) {
        const reactions = all.filter(entry => entry.reaction?.commentID === comment.id);
        const mine = reactions.map(({ reaction }) => `${reaction?.on} ${reaction?.emoji}`).join();
        const { blocks, me, mutes, names } = copy.documents;
        const from = [mutes, blocks, me?.givenName, names, comment.author && copy.people.get(comment.author.id), mine,
            kept.has(editPlace(comment))];
        const before = this.worked.get(comment);
        if (before && from.every((part, place) => part === before.from[place])) return before.shown;
        const withMine = { ...comment, reactions: reacted(comment.reactions ?? [], reactions, copy.userID) };
        const next = this.shown(copy, withMine, { state: "sent", kept });
        this.worked.set(comment, { shown: next, from });
        return next;
    }

    /**
     * @param {Copy.Memory} copy
     * @param {Wire.Comment} comment
     * @param {{ state: App.ShownComment["state"], entry?: Copy.Entry, kept: ReadonlySet<string> }} how `entry` is the write that
     *     waits or was refused, and `kept` has the places of drafts.
     * @returns {App.ShownComment}
     */
    shown(copy, comment, { state, entry, kept }) {
        const { blocks, mutes = { userIDs: [], words: [] } } = copy.documents;
        const author = comment.author && this.davenport.replica.person(comment.author);
        const mine = comment.author?.id === copy.userID;
        // Alternative texts are words of the comment (rule 28.9).
        const words = [comment.content, ...comment.pictures?.map(picture => picture.alternative ?? "") ?? []].join("\n");
        const folded = !mine && folds(mutes, words, comment.author?.id, new Set(blocks?.items.map(user => user.id)));
        const hasUnsentEdit = mine && kept.has(editPlace(comment));
        const uploaded = entry?.pictures?.filter(({ isUploaded }) => isUploaded).length;
        return { ...comment, author, state, folded, mine, hasUnsentEdit, uploaded, problem: entry?.problem, writeID: entry?.id };
    }

    /**
     * A comment as the server will create it.
     * @param {Copy.Memory} copy
     * @param {Copy.Entry} entry
     * @param {number} number
     * @returns {Wire.Comment}
     */
    unsent(copy, { roomID, comment, pictures, writtenAt }, number) {
        const { id = "", content = "", seconds, literal, quote, replyTo } = comment ?? {};
        const text = trimmed(content ?? "");
        const said = (literal ? undefined : cut(text)) ?? { seconds: seconds ?? 0, content: text };
        const { me } = copy.documents;
        const author = me && { id: me.id, username: me.username, identityColor: me.identityColor, avatarURL: me.avatarURL };
        return {
            id, roomID, number, ...said, quote: quote ?? undefined, replyTo: replyTo ?? undefined, createdAt: writtenAt,
            author: author ?? copy.people.get(copy.userID), ...(pictures && { pictures: shownPictures(copy, pictures) }),
        };
    }
}

/**
 * Where the edit of a comment is kept while it isn't sent.
 * @param {{ id: string, roomID: string }} comment
 */
const editPlace = ({ id, roomID }) => `edit:${roomID}/${id}`;

/**
 * The reactions to a comment once mine are sent. The server looks at no variation selectors either.
 * @param {readonly Wire.Reaction[]} reactions
 * @param {readonly Copy.Entry[]} mine
 * @param {string} userID
 * @returns {Wire.Reaction[]}
 */
function reacted(reactions, mine, userID) {
    const plain = (/** @type {string} */ emoji) => emoji.replaceAll("\uFE0F", "");
    const found = new Map(reactions.map(reaction => [plain(reaction.emoji), reaction]));
    for (const { reaction } of mine) {
        if (!reaction) continue;
        const key = plain(reaction.emoji);
        const { emoji, userIDs, count } = found.get(key) ?? { ...reaction, userIDs: [], count: 0 };
        if (userIDs.includes(userID) === reaction.on) continue;
        const others = userIDs.filter(id => id !== userID);
        const next = { emoji, userIDs: reaction.on ? [...others, userID] : others, count: count + (reaction.on ? 1 : -1) };
        if (next.count > 0) found.set(key, next);
        else found.delete(key);
    }
    return [...found.values()];
}

/** @param {Copy.Entry} entry */
function state(entry) {
    if (entry.problem) return "refused";
    return entry.answered === undefined ? "waiting" : "sent";
}
