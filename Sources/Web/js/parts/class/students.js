// A teacher's students: adding somebody of the community, inviting by a link, and choosing among them.
import { all, call } from "../../client.js";
import { answers } from "../../client/answers.js";
import { el, fill } from "../../dom.js";
import { phrase, phraseAround } from "../../phrases.js";
import { sheet } from "../controls/dialog.js";
import { choice } from "../controls/choices.js";
import { actionButton, field } from "../controls/form.js";
import { called, disc, name } from "../controls/person.js";
import { inviteForm, inviteLink } from "../people/invite-form.js";
import { linkToSend } from "../people/link-to-send.js";
import { failure, skeleton } from "../controls/states.js";

/** @typedef {import("../../types/wire.js").User} User */

/**
 * The way to add a student: a button opens a sheet, in which somebody of the community is chosen, or invited by a link.
 * @param {AbortSignal} signal
 * @param {() => void} onChange called when other students are mine
 */
export function addingStudents(signal, onChange) {
    const state = el("div", {});
    let mine = /** @type {readonly User[]} */ ([]);
    const again = () => watched.again();
    /** @type {ReturnType<typeof answers.watch>} */
    const watched = answers.watch("listStudents", { query: { limit: 100 } }, ({ answer, problem }) => {
        if (!answer) return fill(state, problem ? failure(problem, again) : skeleton(2, again));
        mine = answer.items.map(({ user }) => user);
        fill(state, mine.length === 0
            && el("p", { class: "soft" }, phrase("class.students.none")));
        onChange();
    });
    signal.addEventListener("abort", watched.stop);

    /** @param {HTMLButtonElement} opener */
    async function open(opener) {
        const place = el("div", { class: "stack adding-sheet" });
        let close = () => {};
        async function showOthers() {
            const found = await all("listStudents", { query: { mine: false, limit: 100 } });
            const rows = found.map(({ user }) => el("li", { class: "person", data: { name: user.username } }, disc(user),
                el("span", { class: "person-text" }, name(user)), actionButton(phrase("class.students.addOne"), async () => {
                await call("addStudent", { path: { userID: user.id } });
                await Promise.all([again(), showOthers()]);
                place.querySelector("button")?.focus();
                return phrase("class.students.added", { student: called(user) });
            }, { about: called(user) })));
            fill(place, rows.length === 0 ? el("p", {}, phrase("class.students.noOthers"))
                : [finder(rows, (row) => row.dataset.name ?? ""), el("ul", { class: "list" }, ...rows),
                    el("h3", {}, phrase("class.students.invite"))], inviting(place, () => close()));
        }
        await showOthers();
        if (!signal.aborted) close = sheet(phrase("class.students.add"), place, { opener, signal });
    }

    return {
        mine: () => mine,
        node: el("section", { class: "adding", "aria-label": phrase("class.students.adding") }, state,
            el("div", { class: "adding-ways" },
                actionButton(phrase("class.students.add"), open, { class: "button button-plain" }))),
    };
}

/**
 * The form of an invite for one student, as People has it, and then its link.
 * @param {HTMLElement} place
 * @param {() => void} done
 */
function inviting(place, done) {
    return inviteForm(({ code, invite }) => {
        const page = el("a", { href: "/people#invites" }, phrase("people.title"));
        const sending = linkToSend(inviteLink(code), invite.codeKept ? phraseAround("class.invite.about", { page })
            : phrase("class.invite.once"), done);
        fill(place, sending.node);
        sending.focus();
    }, () => {}, "student").node;
}

/**
 * A field that hides the rows whose name lacks what is typed.
 * @param {HTMLElement[]} rows
 * @param {(row: HTMLElement) => string} nameOf
 */
function finder(rows, nameOf) {
    const search = field(phrase("class.search"), { name: "query", type: "search", autocomplete: "off" });
    search.input.addEventListener("input", () => {
        const words = search.input.value.trim().toLowerCase();
        for (const row of rows) row.hidden = !nameOf(row).toLowerCase().includes(words);
    });
    search.node.hidden = rows.length < 8;
    return search.node;
}

/**
 * Checkboxes for students, which can be searched, and one for all of them.
 * @param {readonly User[]} people
 * @param {ReadonlySet<string>} chosen
 */
export function studentChoices(people, chosen) {
    const boxes = people.map((user) => choice("checkbox", [disc(user), name(user)],
        { value: user.id, checked: chosen.has(user.id), "aria-label": called(user) }));
    const everybody = choice("checkbox", phrase("class.students.all"), { onchange: () => {
        for (const { node, input } of boxes) if (!node.hidden) input.checked = everybody.input.checked;
    } });
    return {
        node: el("fieldset", { class: "choices card" }, el("legend", { class: "legend" }, phrase("class.students")),
            el("div", {}, finder(boxes.map(({ node }) => node), (node) => node.textContent ?? ""),
                people.length > 1 && everybody.node),
            people.length === 0 && el("p", { class: "soft" }, phrase("class.students.nobodyLeft")),
                el("div", { class: "people-choices" }, ...boxes.map(({ node }) => node))),
        ids: () => boxes.filter(({ input }) => input.checked).map(({ input }) => input.value),
    };
}
