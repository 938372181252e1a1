// A person as a row of a list, and who exactly is meant.
import { el } from "../../dom.js";
import { phrase } from "../../phrases.js";
import { called, disc, name } from "./person.js";

/** @typedef {import("./person.js").UserStub} UserStub */

/**
 * A person's username, where it says who exactly is meant, as for those who run the community.
 * @param {Pick<UserStub, "username"> | undefined} person
 */
export const username = (person) => person ? el("bdi", { class: "name username" }, person.username)
    : el("span", { class: "name" }, phrase("controls.nobody"));

/**
 * A list row for a person: disc, name, a note and buttons.
 * @param {UserStub} person
 * @param {{about?: import("../../dom.js").Parts, more?: import("../../dom.js").Parts, actions?: import("../../dom.js").Parts,
 *     title?: string, isExact?: boolean}} options `more`: lines below; `title`: what stands in place of the
 *     name; `isExact`: the username stands beside another name
 */
export function personLine(person, { about, more, actions, title, isExact = false } = {}) {
    const also = isExact && called(person) !== person.username;
    return el("div", { class: more ? "person person-more" : "person" },
        disc(person, { large: true }),
        el("div", { class: "person-text" }, title ? el("bdi", { class: "name" }, title) : name(person),
            el("span", { class: "small soft" },
                also && el("bdi", {}, `@${person.username}`), also && about && " · ", about), more),
        el("div", { class: "person-actions" }, actions));
}
