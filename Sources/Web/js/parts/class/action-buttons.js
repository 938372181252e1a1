// The buttons for what one can do with an assignment, with a menu of what is rare.
import { el, fill } from "../../dom.js";
import { sign } from "../controls/signs.js";
import { openMenu } from "../controls/menu.js";
import { asProblem, say, sendOnClick } from "../controls/states.js";
import { inMenu } from "./entry-rules.js";
import { labels } from "./entry-words.js";

/** @typedef {import("../../client/class.js").Action} Action */
/**
 * @typedef {object} Around
 * @property {Action | undefined} first the action that stands before the others
 * @property {HTMLElement} fault where a failure is shown
 * @property {(action: Action, opener: HTMLButtonElement) => Promise<string | void>} run what it returns is announced
 */

/**
 * The buttons for possible actions, with a menu for the rare ones.
 * @param {Action[]} possible
 * @param {Around} around
 */
export function actionButtons(possible, { first, fault, run }) {
    const isFirst = (/** @type {Action} */ action) => Number(action === first);
    const direct = possible.filter((action) => !inMenu.includes(action)).sort((one, other) => isFirst(other) - isFirst(one));
    const more = possible.filter((action) => inMenu.includes(action));
    const buttons = direct.map((action, place) => {
        const button = el("button", { class: place === 0 ? "button button-main" : "button", data: { action } }, labels[action]);
        sendOnClick(button, fault, () => run(action, button));
        return button;
    });
    return more.length > 0 ? [...buttons, menu(more, fault, run)] : buttons;
}

/**
 * @param {Action[]} actions
 * @param {HTMLElement} fault
 * @param {Around["run"]} run
 */
function menu(actions, fault, run) {
    const button = el("button", {
        class: "icon-button", "aria-label": "More", "aria-haspopup": "true", "aria-expanded": "false",
            data: { more: actions.join(" ") },
    }, sign("more"));
    const choose = async (/** @type {Action} */ action) => {
        fill(fault);
        try {
            const done = await run(action, button);
            if (done) say(done);
        } catch (problem) {
            fill(fault, asProblem(problem).message);
        }
    };
    button.addEventListener("click",
        () => openMenu(button, actions.map((action) => ({ label: labels[action], run: () => choose(action) }))));
    return button;
}
