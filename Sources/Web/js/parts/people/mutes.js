// Muted and blocked people, and muted words.
import { call, replica } from "../../client.js";
import { el, fill, icon } from "../../dom.js";
import { phrase } from "../../phrases.js";
import { actionButton, field, form } from "../controls/form.js";
import { called } from "../controls/person.js";
import { personLine } from "../controls/person-line.js";
import { setMuted } from "./profile.js";
import { failure, say, skeleton } from "../controls/states.js";

/**
 * The lists of muted people, blocked people and muted words. Without any such person, it is one row, which says so.
 * @param {AbortSignal} signal
 */
export function mutedAndBlocked(signal) {
    const title = el("h2", { id: "mutes" }, phrase("people.mutedAndBlocked"));
    const about = el("span", { class: "small soft figures", id: "mutes-about" });
    const label = el("span", { id: "mutes-label" });
    const words = el("li", {}, mutedWords(label, about));
    const people = el("ul", { class: "card list" });
    let shown = "";

    function update() {
        const blocked = replica.blocks() ?? [];
        const known = replica.people();
        const muted = (replica.mutes()?.userIDs ?? []).map((id) => known.get(id) ?? { id,
            username: phrase("people.somebody"), identityColor: "#8a8079" });
        const count = replica.mutes()?.words.length ?? 0;
        const number = phrase("people.mutedWords.number", { count });
        const key = JSON.stringify([count, ...[...blocked, ...muted].map((user) => replica.person(user))]);
        if (key === shown) return;
        shown = key;
        const isNobody = blocked.length + muted.length === 0;
        title.classList.toggle("unseen", isNobody);
        // The row stands for all of it then.
        fill(label, isNobody ? title.textContent : phrase("people.mutedWords"));
        fill(about, [(count > 0 || !isNobody) && number, isNobody && phrase("people.mutedNobody")].filter(Boolean).join(" · "));
        const row = (/** @type {import("../../types/wire.js").UserStub} */ user, /** @type {string} */ about,
            /** @type {Node} */ action) => personLine(user, { isExact: true, about, actions: [action] });
        const lines = [
            ...muted.map((user) => row(user, phrase("people.muted.state"),
                actionButton(phrase("people.unmute"), () => setMuted(user, false), { about: called(user) }))),
            ...blocked.map((user) => row(user, phrase("people.blocked.state"),
                actionButton(phrase("people.unblock"), () => unblock(user), { about: called(user) }))),
        ];
        // What is typed in the form below them stays.
        for (const line of [...people.children]) if (line !== words) line.remove();
        people.prepend(...lines.map((line) => el("li", {}, line)));
    }

    people.append(words);
    signal.addEventListener("abort", replica.subscribe(["mutes", "blocks"], update));
    update();
    return el("section", { class: "block", "aria-labelledby": "mutes" }, title, people);
}

/**
 * The muted words: a row, and behind it their form.
 * @param {HTMLElement} label
 * @param {HTMLElement} about how many there are
 */
function mutedWords(label, about) {
    const open = el("button", { class: "muted-words", "aria-labelledby": label.id, "aria-describedby": about.id,
        onclick: edit }, label, about, icon("next"));
    const node = el("div", {}, open);
    /** The form replaces all words, so it opens with the current ones. */
    async function edit() {
        fill(node, skeleton(2));
        try {
            const { words } = await call("showMutes");
            const area = el("textarea", { rows: 5, value: words.join("\n"), dir: "auto", class: "tall" });
            fill(node, el("div", { class: "open-form stack" }, el("h3", {}, phrase("people.mutedWords")), wordForm(area, close)));
            area.focus();
        } catch (problem) {
            fill(node, failure(problem, edit));
        }
    }
    function close() {
        fill(node, open);
        open.focus();
    }
    return node;
}

const wordForm = (/** @type {HTMLTextAreaElement} */ area, /** @type {() => void} */ close) => form({
    draft: "mutes", action: phrase("people.save"), cancel: close,
    fields: [field(phrase("people.mutedWords.field"), { name: "words", input: area,
        hint: phrase("people.mutedWords.hint") })],
    send: async () => {
        const latest = await call("showMutes");
        const words = area.value.split("\n").map((word) => word.trim()).filter(Boolean);
        await replica.change("changeMutes", { body: { ...latest, words } });
        say(phrase("people.saved"));
        close();
    },
});

/** @param {import("../../types/wire.js").UserStub} user */
async function unblock(user) {
    await replica.change("unblock", { path: { userID: user.id } });
    return phrase("people.unblocked", { name: called(user) });
}
