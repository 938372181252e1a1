// The switch "Notifications on this device", and what to do where it can't be turned on.
import { Problem, session } from "../../client.js";
import { el, fill } from "../../dom.js";
import { push } from "../../client/push.js";
import { phrase } from "../../phrases.js";
import { choice } from "../controls/choices.js";
import { say, sentence } from "../controls/states.js";

/** @type {Partial<Record<import("../../client/push.js").State, string>>} */
const hints = {
    denied: phrase("account.device.denied"), homeScreen: phrase("account.device.homeScreen"),
    unsupported: phrase("account.device.unsupported"),
};

/** Nothing where the community doesn't notify browsers. */
export function browserSwitch() {
    if (!session.keptTenant()?.webPushKey) return false;
    const hint = el("p", { class: "hint", id: "browser-hint" });
    const { node, input } = choice("checkbox", phrase("account.device.title"), { "aria-describedby": "browser-hint" });
    node.classList.add("master");

    /** @param {string} [problem] */
    function update(problem) {
        const state = push.state();
        input.checked = state === "on";
        input.disabled = state in hints;
        fill(hint, problem ?? hints[state] ?? phrase(state === "on" ? "account.device.on" : "account.device.off"));
    }

    input.addEventListener("change", async () => {
        const wanted = input.checked;
        // Not disabled, so that the switch keeps the focus.
        input.setAttribute("aria-busy", "true");
        try {
            const state = await (wanted ? push.turnOn() : push.turnOff());
            update();
            say(outcome(state));
        } catch (problem) {
            update(explained(problem));
            say(explained(problem));
        }
        input.removeAttribute("aria-busy");
    });
    update();
    return el("section", { class: "card switches", "aria-label": phrase("account.device.this") }, node, hint);
}

/**
 * What came of turning notifications on or off.
 * @param {import("../../client/push.js").State} state
 */
export const outcome = (state) => state === "on" ? phrase("account.device.isOn")
    : hints[state] ?? phrase("account.device.isOff");

/**
 * The sentence for why this browser couldn't subscribe to notifications.
 * @param {unknown} problem
 */
export function explained(problem) {
    if (!(problem instanceof Problem)) return phrase("account.device.noService");
    return problem.code === "push_service_unknown" ? phrase("account.device.unknownService")
        : sentence(problem);
}
