// The buttons for what one can do with an assignment, each with what it means beside it, and a menu of the rest.
import { el, fill } from "../../dom.js";
import { sign } from "../controls/signs.js";
import { openMenu } from "../controls/menu.js";
import { asProblem, say, sendOnClick } from "../controls/states.js";
import { labels } from "./entry-words.js";

/** @typedef {import("../../client/class.js").Action} Action */
/**
 * @typedef {object} Around
 * @property {HTMLElement} fault where a failure is shown
 * @property {string} title what the actions are on
 * @property {(action: Action) => string} hint what an action means
 * @property {(action: Action, opener: HTMLButtonElement) => Promise<string | void>} run what it returns is announced
 */

/**
 * The next steps, the main one first, and a menu for the others.
 * @param {{direct: readonly Action[], more: readonly Action[], main: Action | undefined}} actions
 * @param {Around} around
 */
export function actionButtons({ direct, more, main }, around) {
    const steps = direct.flatMap((action) => {
        const button = el("button", { class: action === main ? "button button-main" : "button", data: { action } },
            labels[action]);
        sendOnClick(button, around.fault, () => around.run(action, button));
        return [button, el("span", { class: "small soft" }, around.hint(action))];
    });
    return more.length > 0 ? [...steps, menu(more, around)] : steps;
}

/**
 * @param {readonly Action[]} actions
 * @param {Around} around
 */
function menu(actions, { fault, hint, run, title }) {
    const button = el("button", {
        class: "button", "aria-haspopup": "true", "aria-expanded": "false", data: { more: actions.join(" ") },
    }, "More", sign("more"));
    const choose = async (/** @type {Action} */ action) => {
        fill(fault);
        try {
            const done = await run(action, button);
            if (done) say(done);
        } catch (problem) {
            fill(fault, asProblem(problem).message);
        }
    };
    button.addEventListener("click", () => openMenu(button,
        actions.map((action) => ({ label: labels[action], hint: hint(action), run: () => choose(action) })), { title }));
    return button;
}
