// People: their faces, as discs in their colour, and what they are called. Communities have such a disc, too.
import { el, icon } from "../../dom.js";
import { listed, phrase } from "../../first-phrases.js";
import { replica } from "../../client.js";

/** @typedef {import("../../types/wire.js").UserStub} UserStub */

/**
 * A person's disc: the picture, or the initial on the person's colour. It is named for screen readers only if `label` is given.
 * @param {UserStub | undefined} person
 * @param {{ticked?: boolean, large?: boolean, label?: string}} options
 */
export function disc(person, { ticked = false, large = false, label } = {}) {
    const node = el("span", { class: large ? "disc disc-large" : "disc",
        ...(label ? { role: "img", "aria-label": label, title: label } : { "aria-hidden": "true" }) });
    const colour = person && /^#[0-9a-f]{6}$/i.test(person.identityColor) ? person.identityColor : "#8a8079";
    node.style.setProperty("--disc", colour);
    node.style.setProperty("--on-disc", darkText(colour) ? "#000" : "#fff");
    if (person?.avatarURL) {
        const picture = el("img",
            { alt: "", loading: "lazy", decoding: "async", width: 48, height: 48, src: picturePath(person.avatarURL) });
        picture.addEventListener("error", () => picture.replaceWith(initial(person)), { once: true });
        node.append(picture);
    } else {
        node.append(initial(person));
    }
    if (ticked) node.append(el("span", { class: "tick" }, icon("check")));
    return node;
}

/**
 * A community's sign: its picture, or its initial on its colour.
 * @param {Pick<import("../../types/wire.js").TenantInfo, "name" | "slug" | "identityColor" | "pictureURL">} community
 */
export function communitySign({ name, slug, identityColor, pictureURL }) {
    const node = disc({ id: slug, username: name, identityColor, ...(pictureURL && { avatarURL: pictureURL }) }, { large: true });
    node.classList.add("community");
    return node;
}

/** @param {UserStub | undefined} person */
function initial(person) {
    const [first = "?"] = person ? Array.from(called(person)) : [];
    return first.toLocaleUpperCase("en");
}

/**
 * The path of a picture's URL. Pictures are always loaded from our own origin.
 * @param {string} url
 */
function picturePath(url) {
    const { pathname, search } = new URL(url, location.origin);
    return pathname + search;
}

/**
 * Whether black contrasts more than white with a colour, by WCAG's relative luminance.
 * @param {string} colour
 */
function darkText(colour) {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
        const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    return (luminance + 0.05) / 0.05 > 1.05 / (luminance + 0.05);
}

/**
 * What a person is called here: the given name, if the reader sees it, otherwise the username.
 * @param {UserStub | undefined} person
 * @param {string} [nobody] what stands in place of somebody who left
 */
export function called(person, nobody = phrase("controls.nobody")) {
    if (!person) return nobody;
    const { called: name, username } = replica.person(person);
    // Some answers have the given name before all names are read.
    return name ?? /** @type {{givenName?: string}} */ (person).givenName ?? username;
}

/**
 * What a person is called, isolated from the direction of the text around it.
 * @param {UserStub | undefined} person
 */
export const name = (person) => el("bdi", { class: "name" }, called(person));

/**
 * The discs of people in one row; those of `ticked` ids have a tick. More than eight are a number.
 * @param {readonly UserStub[]} people
 * @param {(person: UserStub) => boolean} [isTicked]
 */
export function discs(people, isTicked) {
    const shown = people.length > 8 ? people.slice(0, 7) : people;
    return el("span", { class: "discs" },
        ...shown.map((person) => {
            const ticked = isTicked?.(person) ?? false;
            const name = called(person);
            return disc(person, { ticked, label: ticked ? phrase("controls.hasWatched", { name }) : name });
        }),
        people.length > shown.length && el("span", { class: "tiny soft" }, `+${people.length - shown.length}`));
}

/**
 * Joins what people are called into a phrase: "Ada", "Ada and Bea", "Ada, Bea, Cem and 2 others".
 * @param {readonly UserStub[]} people
 */
export function namesInWords(people) {
    const names = people.map((person) => `\u2068${called(person)}\u2069`);
    if (names.length <= 4) return listed(names);
    return phrase("controls.andOthers", { names: listed(names.slice(0, 3), "unit"), count: names.length - 3 });
}
