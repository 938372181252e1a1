// Friends and requests, invites, mutes and blocks.
import { call, replica } from "../client.js";
import { el, fill, mark } from "../dom.js";
import { actionButton, field, form } from "../parts/controls/form.js";
import { inviteList } from "../parts/people/invites.js";
import { undoable } from "../parts/controls/undo.js";
import { mutedAndBlocked } from "../parts/people/mutes.js";
import { called } from "../parts/controls/person.js";
import { personLine } from "../parts/controls/person-line.js";
import { personButton } from "../parts/people/profile.js";
import { asOf, freshness, say, skeleton } from "../parts/controls/states.js";
import { agoInWords } from "../parts/controls/time.js";

/** @typedef {import("../types/wire.js").UserStub} UserStub */

/** @type {import("../parts/frame/frame.js").Screen} */
export default function people(context) {
    const age = el("div", {});
    const requests = el("section", { class: "block", hidden: true });
    const friends = el("section", { class: "block" });
    const asked = el("section", { class: "block", hidden: true });
    const rest = el("div", { hidden: true }, adder(), inviteList(context.signal), mutedAndBlocked(context.signal));
    let shown = "";

    function update() {
        const list = replica.friends();
        rest.hidden = !list;
        const fresh = freshness();
        fill(age, fresh !== "ready" && asOf(replica.asOf()));
        if (!list) {
            context.state("loading");
            if (!friends.firstChild) fill(friends, skeleton(3));
            return;
        }
        context.state(fresh !== "ready" ? fresh : list.friends.length + list.incoming.length === 0 ? "empty" : "ready");
        const everybody = [...list.friends, ...[...list.incoming, ...list.outgoing].map(({ user }) => user)];
        const key = JSON.stringify([list, everybody.map((user) => called(user))]);
        if (key !== shown) {
            shown = key;
            keepingFocus(() => showLists(list, { requests, friends, asked }));
        }
        context.settled();
    }

    context.title("People");
    context.signal.addEventListener("abort", replica.subscribe(["friends", "live"], update));
    const page = el("div", {},
        el("header", { class: "bar" }, el("h1", {}, "People"), age),
        requests, friends, asked, rest);
    update();
    if (location.hash === "#invites") requestAnimationFrame(() => page.querySelector("#invites")?.scrollIntoView());
    return page;
}

/**
 * @param {import("../types/wire.js").FriendList} list
 * @param {Record<"requests" | "friends" | "asked", HTMLElement>} places
 */
function showLists({ friends, incoming, outgoing }, places) {
    block(places.requests, "requests", "Requests", incoming.map(({ user, requestedAt }) => personLine(user, {
        about: ["asked you ", agoInWords(requestedAt)],
        actions: [
            actionButton("Accept", () => befriend(user), { about: called(user) }),
            actionButton("Decline", () => unfriend(user, `Declining ${called(user)}’s request …`, "Declined."),
                { about: called(user) }),
        ],
    })));
    block(places.friends, "friends", "Friends", friends.map((user) => personLine(user, { actions: [personButton(user)] })),
        "Nobody yet. Add somebody by their username, or invite them.");
    block(places.asked, "asked", "Asked", outgoing.map(({ user, requestedAt }) => personLine(user, {
        about: ["asked ", agoInWords(requestedAt)],
        actions: [actionButton("Withdraw", () => unfriend(user, `Withdrawing your request to ${called(user)} …`, "Withdrawn."),
            { about: called(user) })],
    })));
}

/**
 * @param {HTMLElement} node
 * @param {string} id
 * @param {string} title
 * @param {HTMLElement[]} lines
 * @param {string} [nobody]
 */
function block(node, id, title, lines, nobody) {
    node.hidden = lines.length === 0 && !nobody;
    mark(node, "aria-labelledby", id);
    fill(node, el("h2", { id }, title), lines.length > 0
        ? el("ul", { class: "card list" }, ...lines.map((line) => el("li", {}, line)))
        : nobody && el("p", { class: "soft" }, nobody));
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

/** @param {UserStub} user */
async function befriend(user) {
    const { state } = await replica.change("befriend", { path: { userID: user.id } });
    return state === "friends" ? `You and ${called(user)} are friends.` : `${called(user)} has been asked.`;
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

function adder() {
    const username = field("Username",
        { name: "username", required: true, autocomplete: "off", autocapitalize: "none", spellcheck: false });
    const done = el("p", { class: "small good" });
    const send = async () => {
        fill(done);
        const wanted = username.input.value.trim();
        const { items: [found] } = await call("findUsers", { query: { username: wanted } });
        if (!found || found.id === replica.me()?.id) {
            username.fault(found ? "That is you." : "There is nobody of this username.");
            username.input.focus();
            return false;
        }
        const said = await befriend(found);
        username.input.value = "";
        fill(done, said);
        say(said);
    };
    return el("section", { class: "block", "aria-labelledby": "add" }, el("h2", { id: "add" }, "Add a friend"),
        el("div", { class: "card" }, form({ draft: "friend", fields: [username], action: "Add friend", weight: "minor", send,
            extra: done })));
}
