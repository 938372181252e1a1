// Creates a room: its subject and its members.
import { bar, el, fill, linkButton, mark, set } from "../dom.js";
import { call, replica, session } from "../client.js";
import { listed, phrase, phraseAround } from "../phrases.js";
import { go } from "../routes.js";
import { choice } from "../parts/controls/choices.js";
import { needsNetwork, networkFault } from "../parts/controls/form.js";
import { called, disc, name } from "../parts/controls/person.js";
import { asProblem, countDown, sentence, skeleton } from "../parts/controls/states.js";
import { KeptDraft } from "../parts/controls/kept-draft.js";
import { KeptID } from "../parts/controls/kept-id.js";
import { keptNote } from "../parts/controls/kept-form.js";
import { undoable } from "../parts/controls/undo.js";
import { subjectTitle } from "../parts/watch/room-row.js";
import { nextEpisodes } from "../parts/watch/next-episodes.js";
import { SubjectPicker } from "../parts/watch/subject-picker.js";
import { candidates } from "./room-info.js";

/**
 * What is kept until the room is made, with the id under which it is made: another try after a reload makes nothing twice.
 * @typedef {object} Kept
 * @property {string} text
 * @property {string} id
 * @property {string[]} memberIDs
 * @property {import("../parts/watch/subject-picker.js").KeptSubject | undefined} subject
 */

/** @type {import("../parts/frame/frame.js").Screen} */
export default function newRoom(context) {
    const page = new NewRoomPage(context);
    page.begin();
    return page.node;
}

class NewRoomPage {
    /** @type {Set<string>} */
    chosen = new Set();
    id = new KeptID();
    isSending = false;
    shown = "";

    /** @param {import("../parts/frame/frame.js").Context} context */
    constructor(context) {
        this.context = context;
        this.people = el("div", { class: "people-choices" });
        this.groups = el("div", { class: "line" });
        this.outcome = el("div", { class: "form-outcome", role: "alert" });
        this.create = el("button", { class: "button button-main", onclick: () => this.send() },
            phrase("watch.new.create"));
        this.note = keptNote(() => this.throwAway());
        this.what = new SubjectPicker({ signal: context.signal, others: () => [...this.chosen], onChange: () => this.changed() });
        this.next = nextEpisodes();
        const withWhom = el("fieldset", { class: "choices card with-whom" },
            el("legend", { class: "legend" }, phrase("watch.new.with")),
            this.groups, this.people);
        const form = el("div", { class: "columns stack" }, this.what.node, el("div", { class: "stack" }, withWhom, this.outcome,
            this.note.node, el("div", { class: "form-actions sticky-actions" }, this.create)));
        this.node = el("div", {}, bar("/watch", el("h1", {}, phrase("watch.new.title"))),
            // What is known only later pushes nothing down.
            el("div", { class: "new-room" }, ...replica.dashboard() ? [...this.next.nodes, form] : [form, ...this.next.nodes]));
        /** @type {KeptDraft<Kept>} */
        this.draft = new KeptDraft("room:new", {
            get: () => this.kept(), isThere: () => this.node.isConnected,
            put: (kept, at, isTyped) => isTyped || this.put(kept, at),
        });
    }

    begin() {
        const { context, create, draft, node } = this;
        for (const name of ["input", "change"]) node.addEventListener(name, () => draft.save());
        needsNetwork(create);
        context.title(phrase("watch.new.title"));
        const topics = ["friends", "rooms", "dashboard", "live"];
        context.signal.addEventListener("abort", replica.subscribe(topics, () => this.update()));
        this.update();
        // Somebody of the page of people. What was kept before stays.
        const chosen = new URLSearchParams(location.search).get("with") ?? "";
        draft.loaded.then(() => candidates().has(chosen) && this.choose([...this.chosen, chosen]));
        context.state("ready");
        context.settled();
    }

    /** The subject is another one. */
    changed() {
        fill(this.outcome);
        this.draft?.save();
    }

    /** @returns {Kept | undefined} */
    kept() {
        const { chosen, id: { value: id }, what } = this;
        const subject = what.kept();
        return subject || chosen.size > 0 ? { text: what.words(), id, memberIDs: [...chosen], subject } : undefined;
    }

    /**
     * @param {Kept | undefined} kept
     * @param {number} [at] when it was kept
     */
    put(kept, at) {
        if (kept) this.id.value = kept.id;
        else this.id.renew();
        this.what.put(kept?.subject);
        this.choose(kept?.memberIDs ?? []);
        this.note.show(kept && at);
    }

    throwAway() {
        const kept = this.kept();
        this.put(undefined);
        this.node.querySelector("input")?.focus();
        undoable({ said: phrase("watch.new.thrown"), run: () => this.draft.save(), undo: () => this.put(kept, Date.now()) });
    }

    /** @param {{rewatch?: boolean}} options */
    async send({ rewatch = false } = {}) {
        const { chosen, create, draft, id, outcome } = this;
        const subject = this.what.subject();
        if (this.isSending || !subject) return;
        const reason = networkFault();
        if (reason) return fill(outcome, el("p", { class: "bad" }, reason));
        this.isSending = true;
        mark(create, "aria-disabled", "true");
        fill(outcome);
        try {
            const sent = draft.sent();
            const room = await replica.change("createRoom", { body: { id: id.value, subject, memberIDs: [...chosen], rewatch } });
            await draft.acknowledged(sent);
            go(`/rooms/${room.id}`, { replace: true });
        } catch (problem) {
            this.refused(asProblem(problem));
        }
        this.isSending = false;
        mark(create, "aria-disabled", undefined);
    }

    /** @param {import("../types/app.js").Problem} problem */
    refused(problem) {
        const { outcome } = this;
        if (problem.code === "room_exists" && problem.roomID) {
            const again = el("button", { class: "button", onclick: () => this.send({ rewatch: true }) },
                phrase("watch.new.again"));
            const open = linkButton(`/rooms/${problem.roomID}`,
                { class: "button button-main", onclick: () => this.draft.acknowledged(this.draft.sent()) },
                phrase("watch.new.open"));
            fill(outcome, el("div", { class: "card stack-tight" }, el("p", {}, phrase("watch.new.exists")),
                el("div", { class: "line" }, open, again)));
            outcome.querySelector("a")?.focus();
            return;
        }
        if (problem.code === "id_taken") return this.showSent(this.id.value);
        if (this.what.showFaults(problem)) return;
        const wait = el("p", { class: "small" });
        const words = problem.code === "unknown_user" ? phrase("watch.new.unknownUser")
            : sentence(problem);
        fill(outcome, el("p", { class: "bad" }, words), wait);
        const isBusy = problem.status === 429 || problem.status === 503;
        if (problem.retryAfter !== undefined && isBusy) countDown(wait, problem.retryAfter, () => this.send());
    }

    /**
     * The server has an earlier version: says which room that is, and leads there. The next try makes another room.
     * @param {string} roomID
     */
    showSent(roomID) {
        const title = el("bdi", {}, phrase("watch.new.thisRoom"));
        const open = linkButton(`/rooms/${roomID}`, { class: "button button-main" }, phrase("watch.new.open"));
        this.id.renew();
        this.draft.save();
        fill(this.outcome, el("div", { class: "card stack-tight" },
            el("p", {}, ...phraseAround("watch.new.sent", { room: title })),
            el("div", { class: "line" }, open)));
        open.focus();
        call("showRoom", { path: { roomID } })
            .then(({ subject }) => fill(title, phrase("watch.new.quoted", { title: subjectTitle(subject) })), () => {});
    }

    /** Shows the people who may be chosen, and the episodes that come next. */
    update() {
        this.next.update();
        const list = replica.friends();
        const found = [...candidates().values()].sort((one, other) => called(one).localeCompare(called(other)));
        const sets = groupsOf(new Set(found.map((person) => person.id)));
        const key = JSON.stringify([found, sets, list !== undefined]);
        if (key === this.shown) return;
        this.shown = key;
        fill(this.people, ...found.map((person) => this.personChoice(person)), !list && skeleton(2),
            list && found.length === 0
                && el("p", { class: "soft" }, ...phraseAround("watch.new.noFriends",
                    { invite: el("a", { href: "/people#invites" }, phrase("watch.new.invite")) })));
        fill(this.groups, ...sets.map(({ label, ids }) => {
            const take = () => {
                this.choose(ids);
                this.draft.save();
            };
            return el("button", { class: "button button-small", onclick: take }, el("bdi", {}, label));
        }));
    }

    /** @param {import("../types/wire.js").UserStub} person */
    personChoice(person) {
        const { node, input } = choice("checkbox", [disc(person), name(person)],
            { value: person.id, checked: this.chosen.has(person.id), "aria-label": called(person) });
        input.addEventListener("change", () => {
            if (input.checked) this.chosen.add(person.id);
            else this.chosen.delete(person.id);
            this.what.peopleChanged();
        });
        return node;
    }

    /**
     * Chooses exactly these people.
     * @param {readonly string[]} ids
     */
    choose(ids) {
        this.chosen = new Set(ids);
        for (const input of this.people.querySelectorAll("input")) set(input, { checked: this.chosen.has(input.value) });
        this.what.peopleChanged();
    }
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
        if (!found.has(ids.join())) found.set(ids.join(), { ids, label: listed(others.map((member) => called(member)), "unit") });
    }
    return [...found.values()].slice(0, 6);
}
