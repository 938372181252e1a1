// The page /design of `davenport dev`: every part of the web client in all its states, in the look that is chosen.
// Its address says
// what it shows: `/design?theme=dark&dir=rtl&text=200&part=controls/form.js`. Without `part` it shows everything.
import { el, fill } from "../js/dom.js";
import { radios } from "../js/parts/controls/choices.js";
import { beginSample } from "./sample.js";

const looks = /** @type {const} */ ({ theme: ["light", "dark"], dir: ["ltr", "rtl"], text: ["100", "200"] });
const query = new URLSearchParams(location.search);
const chosen = (/** @type {keyof typeof looks} */ name) => query.get(name) ?? looks[name][0];

/** Applies the look to the whole page, as a browser's settings do. */
function applyLook() {
    const root = document.documentElement;
    root.dataset.theme = chosen("theme");
    root.dir = chosen("dir");
    root.style.setProperty("font-size", `${chosen("text")}%`);
}

/** @param {string} part */
const address = (part) => `/design?${new URLSearchParams({ ...Object.fromEntries(query), part })}`;

function lookChoices() {
    return el("div", { class: "design-look" }, ...Object.entries(looks).map(([name, values]) =>
        radios(name, values.map((value) => [value, value]), chosen(/** @type {keyof typeof looks} */ (name)), (value) => {
            query.set(name, value);
            history.replaceState({}, "", `/design?${query}`);
            applyLook();
        })));
}

/**
 * A part or screen under its name, and each state under its own.
 * A state that can't be made says why, and doesn't hide the others.
 * @param {string} name
 * @param {Record<string, () => unknown>} states
 */
async function section(name, states) {
    const node = el("section", { class: "design-part", data: { part: name } },
        el("h2", {}, el("a", { href: address(name) }, name)));
    for (const [state, make] of Object.entries(states)) {
        const place = el("div", { class: "design-state", data: { state } }, el("h3", {}, state));
        node.append(place);
        try {
            place.append(/** @type {Node} */ (await make()));
        } catch (error) {
            console.error(name, state, error);
            place.append(el("p", { class: "bad" }, String(error)));
        }
    }
    return node;
}

async function show() {
    applyLook();
    await beginSample();
    // After the sample has begun: some parts read the person at once.
    const [{ parts }, { screens, shownScreen }] = await Promise.all([import("./parts.js"), import("./screens.js")]);
    /** @type {[string, Record<string, () => unknown>][]} */
    const all = [...Object.entries(parts), ...Object.keys(screens).map((name) => /** @type {[string, Record<string, () => unknown>]} */ (
        [`screens/${name}`, { "As it opens": () => shownScreen(/** @type {keyof typeof screens} */ (name)) }]))];
    const only = query.get("part");
    const place = el("div", {});
    fill(document.getElementById("frame") ?? document.body, el("h1", {}, "Design"), lookChoices(),
        el("nav", { class: "design-list", "aria-label": "Parts" },
            ...all.map(([name]) => el("a", { href: address(name) }, name))), place);
    for (const [name, states] of all) if (!only || only === name) place.append(await section(name, states));
    document.documentElement.dataset.shown = "all";
}

show();
