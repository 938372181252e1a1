// Creates a room: its subject and its members.
import { bar, el, fill, linkButton, mark, set } from "../dom.js";
import { live, replica, session } from "../client.js";
import { go } from "../routes.js";
import { choice, needsNetwork, offlineReason } from "../parts/controls/form.js";
import { disc, name } from "../parts/controls/person.js";
import { asProblem, countDown, sentence, skeleton } from "../parts/controls/states.js";
import { subjectPicker } from "../parts/watch/subject-picker.js";
import { candidates } from "./room-info.js";

/** @typedef {import("../types/wire.js").NewSubject} NewSubject */

/** @type {import("../parts/frame/frame.js").Screen} */
export default function newRoom(context) {
    /** @type {Set<string>} */
    const chosen = new Set();
    const people = el("div", { class: "people-choices" });
    const groups = el("div", { class: "line" });
    const outcome = el("div", { class: "form-outcome", role: "alert" });
    const create = el("button", { class: "button button-main" }, "Create room");
    const what = subjectPicker({ signal: context.signal, others: () => [...chosen], onChange: () => fill(outcome) });
    let id = crypto.randomUUID();
    let isSending = false;
    let shown = "";

    /** @param {{rewatch?: boolean}} options */
    async function send({ rewatch = false } = {}) {
        const subject = what.subject();
        if (isSending || !subject) return;
        if (live.isOffline()) return fill(outcome, el("p", { class: "bad" }, offlineReason));
        isSending = true;
        mark(create, "aria-disabled", "true");
        fill(outcome);
        try {
            const room = await replica.change("createRoom", { body: { id, subject, memberIDs: [...chosen], rewatch } });
            go(`/rooms/${room.id}`, { replace: true });
        } catch (problem) {
            refused(asProblem(problem));
        }
        isSending = false;
        mark(create, "aria-disabled", undefined);
    }

    /** @param {import("../types/app.js").Problem} problem */
    function refused(problem) {
        if (problem.code === "room_exists" && problem.roomID) {
            const again = el("button", { class: "button", onclick: () => send({ rewatch: true }) }, "Watch again");
            fill(outcome, el("div", { class: "card stack-tight" }, el("p", {}, "You have this room."),
                el("div", { class: "line" }, linkButton(`/rooms/${problem.roomID}`, { class: "button button-main" }, "Open"),
                    again)));
            outcome.querySelector("a")?.focus();
            return;
        }
        if (problem.code === "id_taken") id = crypto.randomUUID();
        if (what.showFaults(problem)) return;
        const wait = el("p", { class: "small" });
        fill(outcome, el("p", { class: "bad" },
            problem.code === "unknown_user" ? "One of these people can't be in a room with you any more." : sentence(problem)),
                wait);
        if (problem.retryAfter !== undefined
            && (problem.status === 429 || problem.status === 503)) countDown(wait, problem.retryAfter, () => send());
    }

    function update() {
        const found = [...candidates().values()].sort((one, other) => one.username.localeCompare(other.username));
        const groupList = groupsOf(new Set(found.map((person) => person.id)));
        const key = JSON.stringify([found, groupList, replica.friends() !== undefined]);
        if (key === shown) return;
        shown = key;
        fill(people, ...found.map((person) => {
            const { node, input } = choice("checkbox", [disc(person), name(person)],
                { value: person.id, checked: chosen.has(person.id), "aria-label": person.username });
            input.addEventListener("change", () => {
                if (input.checked) chosen.add(person.id);
                else chosen.delete(person.id);
                what.peopleChanged();
            });
            return node;
        }), !replica.friends() && skeleton(2),
            replica.friends() && found.length === 0
                && el("p", { class: "soft" }, "You have no friends here yet. You can make a room for yourself, or ",
            el("a", { href: "/people#invites" }, "invite somebody"), "."));
        fill(groups, ...groupList.map(({ label, ids }) => el("button", { class: "button button-small", onclick: () => {
            chosen.clear();
            for (const one of ids) chosen.add(one);
            for (const input of people.querySelectorAll("input")) set(input, { checked: chosen.has(input.value) });
            what.peopleChanged();
        } }, el("bdi", {}, label))));
    }

    create.addEventListener("click", () => send());
    needsNetwork(create);
    context.title("New room");
    context.signal.addEventListener("abort", replica.subscribe(["friends", "rooms", "dashboard"], update));
    update();
    context.state("ready");
    context.settled();
    return el("div", {},
        bar("/watch", el("h1", {}, "New room")),
        el("div", { class: "stack" }, what.node,
            el("fieldset", { class: "choices card" }, el("legend", { class: "legend" }, "With whom"), groups, people),
            outcome, el("div", { class: "form-actions sticky-actions" }, create)));
}

/**
 * The distinct sets of people in the dashboard's groups, so that one tap selects a group.
 * @param {Set<string>} known
 */
function groupsOf(known) {
    const own = session.current()?.userID;
    const found = new Map();
    for (const { group } of replica.dashboard()?.sections ?? []) {
        const others = group.members.filter((member) => member.id !== own);
        if (others.length < 2 || !others.every((member) => known.has(member.id))) continue;
        const ids = others.map((member) => member.id).sort();
        if (!found.has(ids.join())) found.set(ids.join(), { ids, label: others.map((member) => member.username).join(", ") });
    }
    return [...found.values()].slice(0, 6);
}
