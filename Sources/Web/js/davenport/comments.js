// The comments of open rooms.

import { all, call, Problem } from "./api.js";
import { folds } from "./rules/mutes.js";
import { cut } from "./rules/timestamp.js";
import { trimmed } from "./rules/text.js";
import { loadRoom, person, room, settledEntries } from "./replica.js";
import { changed, memory, subscribe } from "./replica/memory.js";
import { noteOpened, reload, spread, writeList } from "./replica/pages.js";

/** How often a list is read again because the copy has changed meanwhile. It is shown from the first time on. */
const attempts = 3;

/**
 * What is shown of comments that were sent, and what that was worked out from.
 * @type {WeakMap<Wire.Comment, { shown: App.ShownComment, from: readonly unknown[] }>}
 */
const worked = new WeakMap();

/** Reads the lists of open rooms that a pass has left incomplete. */
subscribe(["pass"], () => {
    const copy = memory();
    for (const id of copy?.open.keys() ?? []) {
        if (copy?.open.get(id)?.listed && copy.state.isWhole && !copy.rooms.get(id)?.complete) readList(copy, id).catch(() => {});
    }
});

/**
 * Opens a room: its comments come from disk, and what is missing from its list.
 * @param {string} id
 * @throws {Problem} if nothing can be shown.
 */
export async function openRoom(id) {
    const copy = memory();
    if (!copy) return;
    const open = copy.open.get(id) ?? { count: 0, stored: new Map(), listed: undefined };
    open.count += 1;
    copy.open.set(id, open);
    try {
        if (!room(id)) await loadRoom(id);
        const opened = await noteOpened(copy.database, id);
        await spread(copy, { ...opened, reread: [...opened.reread, id] });
        changed(copy, [`comments:${id}`], [id]);
        await Promise.all([readFolding(copy), copy.rooms.get(id)?.complete ? undefined : readList(copy, id)]);
    } catch (error) {
        const isKept = open.stored.size > 0 || room(id)?.commentCount === 0;
        if (!(isKept && error instanceof Problem && error.isTransient)) throw error;
    }
}

/**
 * Ends what `openRoom` began.
 * @param {string} id
 */
export function closeRoom(id) {
    const open = memory()?.open.get(id);
    if (!open) return;
    open.count -= 1;
    if (open.count === 0) memory()?.open.delete(id);
}

/**
 * Reads what folds comments, unless it is here. On the first visit the feed may bring it after the room.
 * @param {Copy.Memory} copy
 */
async function readFolding(copy) {
    if (copy.documents.mutes && copy.documents.blocks) return;
    const [mutes, blocks] = await Promise.all([call("showMutes"), call("listBlocks")]);
    copy.documents = { mutes, blocks, ...copy.documents };
}

/**
 * Reads all comments of a room from its list, and shows them at once. They are stored if nothing has changed meanwhile.
 * @param {Copy.Memory} copy
 * @param {string} id
 */
async function readList(copy, id) {
    for (let attempt = 0; attempt < attempts; attempt++) {
        const { state } = copy;
        const listed = await all("listComments", { path: { roomID: id }, query: { limit: 500 } });
        const open = copy.open.get(id);
        if (!open || copy.rooms.get(id)?.complete) return;
        open.listed = new Map(listed.map(comment => [comment.id, comment]));
        changed(copy, [`comments:${id}`], [id]);
        const effect = await writeList(copy.database, state, id, [...open.listed.values()]);
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
export function comments(roomID) {
    const copy = memory();
    const open = copy?.open.get(roomID);
    if (!copy || !open) return [];
    const sent = [...new Map([...open.listed ?? [], ...open.stored]).values()].sort((a, b) => a.number - b.number);
    const settled = settledEntries(copy);
    const pending = copy.entries.filter(entry => entry.roomID === roomID && !settled.has(entry));
    const writes = pending.filter(entry => entry.kind === "comment");
    const reactions = Map.groupBy(pending.filter(entry => entry.reaction && !entry.problem), entry => entry.reaction?.commentID);
    const ids = new Set(sent.map(comment => comment.id));
    const waiting = writes.filter(entry => entry.comment && !ids.has(entry.comment.id));
    const last = Math.max(sent.at(-1)?.number ?? 0, room(roomID)?.commentCount ?? 0);
    return [
        ...sent.map(comment => shownSent(copy, comment, reactions.get(comment.id))),
        ...waiting.map((entry, place) => shown(copy, entry.answer ?? unsent(copy, entry, last + place + 1), state(entry), entry)),
    ];
}

/**
 * The same object as before, if nothing has changed.
 * @param {Copy.Memory} copy
 * @param {Wire.Comment} comment
 * @param {readonly Copy.Entry[]} [reactions] mine, which wait to be sent.
 */
function shownSent(copy, comment, reactions = []) {
    const mine = reactions.map(({ reaction }) => `${reaction?.on} ${reaction?.emoji}`).join();
    const from = [copy.documents.mutes, copy.documents.blocks, comment.author && copy.people.get(comment.author.id), mine];
    const before = worked.get(comment);
    if (before && from.every((part, place) => part === before.from[place])) return before.shown;
    const next = shown(copy, { ...comment, reactions: reacted(comment.reactions ?? [], reactions, copy.userID) }, "sent");
    worked.set(comment, { shown: next, from });
    return next;
}

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

/**
 * @param {Copy.Memory} copy
 * @param {Wire.Comment} comment
 * @param {App.ShownComment["state"]} state
 * @param {Copy.Entry} [entry]
 * @returns {App.ShownComment}
 */
function shown(copy, comment, state, entry) {
    const { blocks, mutes = { userIDs: [], words: [] } } = copy.documents;
    const author = comment.author && person(comment.author);
    const mine = comment.author?.id === copy.userID;
    const folded = !mine && folds(mutes, comment.content, comment.author?.id, new Set(blocks?.items.map(user => user.id)));
    return { ...comment, author, state, folded, mine, problem: entry?.problem, writeID: entry?.id };
}

/** @param {Copy.Entry} entry */
function state(entry) {
    if (entry.problem) return "refused";
    return entry.answered === undefined ? "waiting" : "sent";
}

/**
 * A comment as the server will create it.
 * @param {Copy.Memory} copy
 * @param {Copy.Entry} entry
 * @param {number} number
 * @returns {Wire.Comment}
 */
function unsent(copy, { roomID, comment, writtenAt }, number) {
    const { id = "", content = "", seconds, literal, quote } = comment ?? {};
    const text = trimmed(content);
    const said = (literal ? undefined : cut(text)) ?? { seconds: seconds ?? 0, content: text };
    const { me } = copy.documents;
    const author = me && { id: me.id, username: me.username, identityColor: me.identityColor, avatarURL: me.avatarURL };
    return { id, roomID, number, ...said, quote: quote ?? undefined, author: author ?? copy.people.get(copy.userID), createdAt: writtenAt };
}
