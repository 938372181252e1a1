// Rows of the settings: what something is, how it stands, and what changes it.
import { el, fill } from "../../dom.js";
import { phrase } from "../../phrases.js";

/** @typedef {import("../../dom.js").Parts} Parts */

/**
 * A row that says what something is and how it stands, with its buttons.
 * @param {Parts} label
 * @param {Parts} about
 * @param {...Parts} actions
 */
export const settingRow = (label, about, ...actions) => el("div", { class: "setting" },
    el("div", { class: "setting-text" }, el("span", { class: "name" }, label), el("span", { class: "small soft" }, about)),
    ...actions);

/** Closes the form that is open: only one is, so that the page has one main action. */
let closeOpen = () => {};

/**
 * A row whose button opens a form in its place. The form is created when it opens.
 * @param {{label: string, about: () => Parts, action: () => string, verb?: () => string, weight?: "plain" | "bad",
 *     id?: string}} row `about` says how it stands now, `action` what the button does; `verb` is what stands on it
 * @param {(close: () => void) => Node} make
 */
export function foldedForm({ label, about, action, verb, weight = "plain", id = "" }, make) {
    const place = el("div", { id });
    const open = el("button", { class: `button button-${weight}` });
    const showRow = () => {
        fill(open, verb?.() ?? phrase("account.change"));
        open.setAttribute("aria-label", action());
        fill(place, settingRow(label, about(), open));
    };
    const close = () => {
        showRow();
        open.focus();
    };
    open.addEventListener("click", () => {
        closeOpen();
        closeOpen = showRow;
        fill(place, el("div", { class: "stack-tight open-form" }, el("h2", {}, action()), make(close)));
        place.querySelector("input")?.focus();
    });
    showRow();
    return place;
}
