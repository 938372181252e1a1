// Requests that wait, friends and other people of one's rooms, invites, mutes and blocks.
import { replica, session } from "../client.js";
import { el, fill, icon, linkButton, mark } from "../dom.js";
import { phrase, phraseAround } from "../phrases.js";
import { actionButton } from "../parts/controls/form.js";
import { finder } from "../parts/people/finder.js";
import { inviteList } from "../parts/people/invites.js";
import { undoable } from "../parts/controls/undo.js";
import { mutedAndBlocked } from "../parts/people/mutes.js";
import { called } from "../parts/controls/person.js";
import { personLine } from "../parts/controls/person-line.js";
import { personButton } from "../parts/people/profile.js";
import { requestLine } from "../parts/people/room-requests.js";
import { lastWatched, nothingShared, sharedCount, sharedRooms } from "../parts/people/shared-rooms.js";
import { sign } from "../parts/controls/signs.js";
import { asOf, freshness, skeleton } from "../parts/controls/states.js";
import { actionOf, actionText, subjectTitle } from "../parts/watch/room-row.js";
import { agoInWords } from "../parts/controls/time.js";

/** @typedef {import("../types/wire.js").UserStub} UserStub */
/** @typedef {import("../types/wire.js").FriendListRequest} Request */
/** @typedef {{friends: UserStub[], incoming: Request[], outgoing: Request[], others: UserStub[], all: UserStub[]}} Everybody */

/** With more friends, a phone shows the field that finds somebody at once, not only when it is asked for. */
const few = 8;

/** The look of a list of those whom one can watch with: each has a card. */
const cards = "people-cards";

/** @type {import("../parts/frame/frame.js").Screen} */
export default function people(context) {
    const page = new PeoplePage(context);
    page.begin();
    return page.node;
}

class PeoplePage {
    age = el("div", {});
    requests = el("section", { class: "block", hidden: true });
    friendList = el("div", {});
    friendTitle = el("h2", { id: "friends" });
    asked = el("section", { class: "block", hidden: true });
    others = el("section", { class: "block", hidden: true });
    shown = "";

    /** @param {import("../parts/frame/frame.js").Context} context */
    constructor(context) {
        const { signal } = this.context = context;
        const invites = inviteList(signal);
        this.invite = invites.open;
        this.finder = finder({ onInput: () => this.update(), row: (user) => this.stranger(user),
            isShown: ({ id }) => everybody()?.all.some((one) => one.id === id) ?? false });
        this.rest = el("div", { class: "column", hidden: true }, invites.node, mutedAndBlocked(signal));
        this.friends = el("section", { class: "block friends", "aria-labelledby": "friends" }, this.friendTitle, this.finder.open,
            this.finder.node, this.friendList);
        const lists = el("div", { class: "column people-lists" }, this.requests, this.friends, this.others, this.asked);
        this.node = el("div", { class: "people-page" },
            el("header", { class: "bar" }, el("h1", {}, phrase("people.title")), this.age, invites.open),
            lists, this.rest);
    }

    begin() {
        const { context, node } = this;
        context.title(phrase("people.title"));
        context.signal.addEventListener("abort",
            replica.subscribe(["friends", "blocks", "rooms", "roomRequests", "live"], () => this.update()));
        this.update();
        if (location.hash === "#invites") requestAnimationFrame(() => node.querySelector("#invites")?.scrollIntoView());
    }

    update() {
        const { age, context, friendList } = this;
        const list = everybody();
        this.rest.hidden = this.finder.node.hidden = this.finder.open.hidden = !list;
        const fresh = freshness();
        fill(age, fresh !== "ready" && asOf(replica.asOf()));
        if (!list) {
            context.state("loading");
            if (!friendList.firstChild) fill(friendList, skeleton(3));
            return;
        }
        if (list.friends.length > few) this.finder.show();
        context.state(fresh !== "ready" ? fresh : list.friends.length + list.incoming.length === 0 ? "empty" : "ready");
        const shared = sharedRooms();
        const facts = list.all.map((user) => {
            const { count, last, next } = shared.get(user.id) ?? {};
            return [called(user), count, last?.room.id, last?.watchedAt, next?.id, next?.position?.seconds];
        });
        const key = JSON.stringify([list, facts, replica.roomRequests()?.incoming ?? [], this.finder.wanted()]);
        if (key !== this.shown) {
            // An open menu stands among the lists, and would go with them.
            const menu = this.node.querySelector(".people-lists :popover-open");
            if (menu) {
                menu.addEventListener("toggle", () => this.update(), { once: true });
                return;
            }
            this.shown = key;
            keepingFocus(() => this.showLists(list, shared));
        }
        context.settled();
    }

    /**
     * @param {Everybody} list
     * @param {ReturnType<typeof sharedRooms>} shared
     */
    showLists({ friends, incoming, outgoing, others }, shared) {
        const wanted = this.finder.wanted();
        const fits = (/** @type {UserStub} */ user) => [called(user), user.username]
            .some((one) => one.toLowerCase().includes(wanted));
        const isWatching = session.keptTenant()?.features.includes("watch");
        const shows = (/** @type {UserStub} */ { id }) => {
            const one = shared.get(id);
            return isWatching && { about: sharedCount(one), more: lastWatched(one)
                ?? nothingShared(phrase(one ? "people.watched.nothing" : "people.noRoom")) };
        };
        const found = friends.filter(fits);
        this.showRequests(incoming);
        fill(this.friendTitle, ...titleParts(phrase("people.friends"), found.length));
        // With the first friend whose show one can watch, that is the page's main action, unless somebody waits for an answer.
        const main = this.requests.hidden && isWatching ? found.find(({ id }) => shared.get(id)?.next) : undefined;
        this.invite.classList.toggle("button-main", this.requests.hidden && !main);
        fill(this.friendList, found.length > 0 ? listOf(found.map((user) => personLine(user, { ...shows(user), actions: [
            isWatching && watchButton(user, shared.get(user.id)?.next, user === main), personButton(user)] })), cards)
            : friends.length > 0 ? el("p", { class: "soft" }, phrase("people.noSuchFriend"))
            : el("div", { class: "card empty" }, icon("people"), el("p", {}, phrase("people.noFriends"))));
        block(this.others, "others", phrase("people.others"), others.filter(fits).map((user) => personLine(user, {
            ...shows(user), actions: [addButton(user), personButton(user)] })), cards);
        const asked = outgoing.filter(({ user }) => fits(user));
        block(this.asked, "asked", phrase("people.asked"), asked.map(({ user, requestedAt }) =>
            personLine(user, { isExact: true,
                about: phraseAround("people.asked.ago", { ago: agoInWords(requestedAt) }),
                actions: [actionButton(phrase("people.withdraw"), () => unfriend(user,
                    phrase("people.withdrawing", { name: called(user) }), phrase("people.withdrawn")),
                    { class: "button button-small", about: called(user) })] })));
    }

    /**
     * Shows who waits for an answer: people who want to be friends or to join a room. To accept the first of them is the page's
     * main action then.
     * @param {readonly Request[]} friends
     */
    showRequests(friends) {
        const rooms = (replica.roomRequests()?.incoming ?? []).flatMap((request) => {
            const room = replica.room(request.roomID);
            return room ? [{ request, room }] : [];
        });
        const isFirst = (/** @type {number} */ index) => index === 0 ? "button button-main" : "button";
        block(this.requests, "requests", phrase("people.requests"), [
            ...friends.map(({ user, requestedAt }, index) => personLine(user, {
                isExact: true, about: phraseAround("people.wants.friend", { ago: agoInWords(requestedAt) }), actions: [
                    actionButton(phrase("people.accept"), () => befriend(user), { about: called(user), class: isFirst(index) }),
                    actionButton(phrase("people.decline"), () => unfriend(user,
                        phrase("people.declining", { name: called(user) }), phrase("people.declined")), { about: called(user) }),
                ],
            })),
            ...rooms.map(({ request, room }, index) => requestLine(request, { isMain: friends.length + index === 0,
                words: phraseAround("people.wants.room", { ago: agoInWords(request.requestedAt),
                    room: el("a", { href: `/rooms/${room.id}` }, el("bdi", {}, subjectTitle(room.subject))) }) })),
        ], "card list asks");
    }

    /**
     * Somebody who was found by their username.
     * @param {UserStub} user
     */
    stranger(user) {
        const add = actionButton(phrase("people.add"), async () => {
            const said = await befriend(user);
            this.finder.clear();
            return said;
        }, { about: called(user) });
        return el("div", { class: "card list" }, personLine(user, { isExact: true, about: phrase("people.noFriendYet"),
            actions: [add, personButton(user)] }));
    }
}

/**
 * Everybody whom the page shows, by what they are called; undefined until that is known.
 * @returns {Everybody | undefined}
 */
function everybody() {
    const list = replica.friends();
    if (!list) return undefined;
    const sorted = (/** @type {readonly UserStub[]} */ users) => [...users]
        .sort((one, other) => called(one).localeCompare(called(other)));
    const known = [...list.friends, ...[...list.incoming, ...list.outgoing].map(({ user }) => user)];
    const ids = new Set([...known, ...replica.blocks() ?? []].map(({ id }) => id));
    const others = [...sharedRooms().values()].map(({ user }) => user).filter(({ bot, id }) => !bot && !ids.has(id));
    return { ...list, friends: sorted(list.friends), others: sorted(others), all: [...known, ...others] };
}

/**
 * A heading, and the number of those below it where there are several.
 * @param {string} title
 * @param {number} count
 */
const titleParts = (title, count) => [title, count > 1 && el("span", { class: "number" }, ` ${count}`)];

/**
 * @param {HTMLElement[]} lines
 * @param {string} style
 */
const listOf = (lines, style = "card list") => el("ul", { class: style }, ...lines.map((line) => el("li", {}, line)));

/**
 * A section, which is there only as long as somebody is in it.
 * @param {HTMLElement} node
 * @param {string} id
 * @param {string} title
 * @param {HTMLElement[]} lines
 * @param {string} [style]
 */
function block(node, id, title, lines, style) {
    node.hidden = lines.length === 0;
    mark(node, "aria-labelledby", id);
    fill(node, el("h2", { id }, ...titleParts(title, lines.length)), listOf(lines, style));
}

/**
 * Rebuilds lists, and restores the focus to the button with the same name.
 * @param {() => void} change
 */
function keepingFocus(change) {
    const before = document.activeElement;
    const name = before?.getAttribute("aria-label");
    change();
    if (before?.isConnected || !name) return;
    const same = [...document.querySelectorAll("main button")].find((button) => button.getAttribute("aria-label") === name);
    if (same instanceof HTMLElement) same.focus();
}

/**
 * What one can watch with somebody: what they have watched and one hasn't, or else anything.
 * @param {UserStub} user
 * @param {import("../types/wire.js").Room} [next]
 * @param {boolean} [isMain]
 */
function watchButton(user, next, isMain) {
    const name = called(user);
    const isRead = next?.attention === "read";
    const about = next ? isRead ? phrase("watch.actionFor", { action: "read", title: subjectTitle(next.subject) })
        : phrase("people.watchAfter", { action: actionOf(next) ?? "watch", title: subjectTitle(next.subject), name })
        : phrase("people.newRoomWith", { name });
    return linkButton(next ? `/rooms/${next.id}` : `/new?with=${user.id}`,
        { class: `button ${isMain ? "button-main" : next ? "is-new" : ""}`, "aria-label": about },
        next ? !isRead && sign("play") : icon("plus"), next ? actionText(next) : phrase("people.newRoom"));
}

/** @param {UserStub} user */
const addButton = (user) => actionButton(phrase("people.add"), () => befriend(user), { about: called(user) });

/** @param {UserStub} user */
async function befriend(user) {
    const { state } = await replica.change("befriend", { path: { userID: user.id } });
    return phrase(state === "friends" ? "people.befriended" : "people.hasBeenAsked", { name: called(user) });
}

/**
 * @param {UserStub} user
 * @param {string} said
 * @param {string} done
 */
async function unfriend(user, said, done) {
    undoable({ said, run: async () => {
        await replica.change("unfriend", { path: { userID: user.id } });
        return done;
    } });
}
