// The switch "Notifications on this device", and what to do where it can't be turned on.
import { Problem, session } from "../../client.js";
import { el, fill } from "../../dom.js";
import { push } from "../../client/push.js";
import { choice } from "../controls/form.js";
import { say, sentence } from "../controls/states.js";

/** @type {Partial<Record<import("../../client/push.js").State, string>>} */
const hints = {
    denied: "This browser blocks notifications from here. Allow them in its settings for this site, then open this page again.",
    homeScreen: "On an iPhone or iPad, put this page on the Home Screen first: Share, then Add to Home Screen. Open it "
        + "from there.",
    unsupported: "This browser can’t be notified. A private window never can.",
};

/** Nothing where the community doesn't notify browsers. */
export function browserSwitch() {
    if (!session.keptTenant()?.webPushKey) return false;
    const hint = el("p", { class: "hint", id: "browser-hint" });
    const { node, input } = choice("checkbox", "Notifications on this device", { "aria-describedby": "browser-hint" });
    node.classList.add("master");

    /** @param {string} [problem] */
    function update(problem) {
        const state = push.state();
        input.checked = state === "on";
        input.disabled = state in hints;
        fill(hint, problem ?? hints[state] ?? (state === "on" ? "This device shows what is chosen below, until you sign out."
            : "This device shows nothing. What is chosen below counts on your other devices."));
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
    return el("section", { class: "card switches", "aria-label": "This device" }, node, hint);
}

/**
 * What came of turning notifications on or off.
 * @param {import("../../client/push.js").State} state
 */
export const outcome = (state) => state === "on" ? "This browser is notified." : hints[state] ?? "This browser isn’t notified.";

/**
 * The sentence for why this browser couldn't subscribe to notifications.
 * @param {unknown} problem
 */
export function explained(problem) {
    if (!(problem instanceof Problem)) return "The browser couldn’t subscribe: its push service doesn’t answer.";
    return problem.code === "push_service_unknown" ? "This community doesn’t send through this browser’s push service."
        : sentence(problem);
}
