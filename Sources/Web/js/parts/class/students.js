// A teacher's students: the list, adding somebody of the community, and inviting by a link.
import { all, call, replica, session } from "../../client.js";
import { answers } from "../../client/answers.js";
import { el, fill, icon } from "../../dom.js";
import { copyText } from "../controls/copy.js";
import { sheet } from "../controls/dialog.js";
import { actionButton, choice, field } from "../controls/form.js";
import { called, disc, name } from "../controls/person.js";
import { mayBeMade } from "../people/link-to-send.js";
import { asProblem, failure, skeleton } from "../controls/states.js";

/** @typedef {import("../../types/wire.js").User} User */

/**
 * The list of a teacher's students, with the ways to add one.
 * @param {AbortSignal} signal
 */
export function studentList(signal) {
    const list = el("div", {});
    const others = el("div", {});
    const again = () => watched.again();
    let show = () => {};
    /** @type {ReturnType<typeof answers.watch>} */
    const watched = answers.watch("listStudents", { query: { limit: 100 } }, ({ answer, problem }) => {
        if (!answer) return fill(list, problem ? failure(problem, again) : skeleton(2, again));
        show = () => fill(list, studentRows(answer.items.map(({ user }) => user)));
        show();
    });
    signal.addEventListener("abort", watched.stop);
    // Their given names come with the people.
    signal.addEventListener("abort", replica.subscribe(["people"], () => show()));

    async function showOthers() {
        const found = await all("listStudents", { query: { mine: false, limit: 100 } });
        const rows = found.map(({ user }) => el("li", { class: "person", data: { name: user.username } }, disc(user),
            el("span", { class: "person-text" }, name(user)), actionButton("Add", async () => {
            await call("addStudent", { path: { userID: user.id } });
            await again();
            return `${called(user)} is your student.`;
        }, { about: called(user) })));
        fill(others, found.length === 0 ? el("p", { class: "soft" }, "There is no other student in the community.")
            : [finder(rows, (row) => row.dataset.name ?? ""), el("ul", { class: "card list" }, ...rows)]);
        others.querySelector("input")?.focus();
    }

    return el("section", { class: "block", "aria-labelledby": "students" }, el("h2", { id: "students" }, "Students"), list,
        el("div", { class: "line" }, actionButton("Add a student", showOthers), actionButton("Invite a student", inviteStudent)),
            others);
}

/** @param {readonly User[]} users */
function studentRows(users) {
    if (users.length === 0) return el("p", { class: "soft" }, "Nobody yet. Add somebody of the community, or invite them.");
    return el("ul", { class: "card rows review" }, ...users.map((user) => el("li", {},
        el("a", { class: "class-row person", href: `/students/${user.id}` }, disc(user),
            el("span", { class: "row-text" }, name(user)), icon("next")))));
}

const unknownInvite = "No answer came, so an invite may have been made. Its link isn’t shown any more: withdraw it under "
    + "“People”, and create another one.";

/** Creates an invite for one student, and shows its link, once. */
async function inviteStudent() {
    const { code } = await call("createInvite", { body: { role: "student" } }).catch((reason) => {
        const problem = asProblem(reason);
        if (!mayBeMade(problem)) throw problem;
        throw Object.assign(new Error(unknownInvite), { faults: {}, detail: unknownInvite });
    });
    const input = el("input",
        { readOnly: true, value: `${location.origin}/join#${session.keptTenant()?.slug ?? ""}/${code}`, "aria-label": "Link",
            onfocus: () => input.select() });
    sheet("Invite a student",
        el("div", { class: "stack-tight" }, el("p", {}, "Whoever joins by this link is your student. It is shown only now."),
            el("div", { class: "class-link" }, input, el("button",
                { class: "button button-main", onclick: () => copyText(input.value, "Link copied.") }, "Copy link"))));
}

/**
 * A field that hides the rows whose name lacks what is typed.
 * @param {HTMLElement[]} rows
 * @param {(row: HTMLElement) => string} nameOf
 */
function finder(rows, nameOf) {
    const search = field("Search", { name: "query", type: "search", autocomplete: "off" });
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
    const everybody = choice("checkbox", "All", { onchange: () => {
        for (const { node, input } of boxes) if (!node.hidden) input.checked = everybody.input.checked;
    } });
    return {
        node: el("fieldset", { class: "choices card" }, el("legend", { class: "legend" }, "Students"),
            el("div", {}, finder(boxes.map(({ node }) => node), (node) => node.textContent ?? ""),
                people.length > 1 && everybody.node),
            people.length === 0 && el("p", { class: "soft" }, "Everybody has it, or you have no students yet."),
                el("div", { class: "people-choices" }, ...boxes.map(({ node }) => node))),
        ids: () => boxes.filter(({ input }) => input.checked).map(({ input }) => input.value),
    };
}
