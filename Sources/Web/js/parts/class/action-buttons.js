// The buttons for what one can do with an assignment, each with what it means below it, and a menu of the rest.
import { el, fill, mark } from "../../dom.js";
import { sign } from "../controls/signs.js";
import { openMenu } from "../controls/menu.js";
import { asProblem, say, sendOnClick } from "../controls/states.js";
import { phrase } from "../../phrases.js";
import { carrying } from "./entry-rules.js";
import { labels } from "./entry-words.js";

/** @typedef {import("../../client/class.js").Action} Action */
/**
 * @typedef {object} Around
 * @property {HTMLElement} fault where a failure is shown
 * @property {string} title what the actions are on
 * @property {string} heading what stands above the form
 * @property {(action: Action) => string} label an action as its button says it
 * @property {(action: Action) => string} hint what an action means
 * @property {(action: Action, opener: HTMLButtonElement) => Promise<string | void>} run what it returns is announced
 */

/** @typedef {{direct: readonly Action[], more: readonly Action[], main: Action | undefined}} Steps */

/** Where the pages of a class have one column. */
export const narrow = matchMedia("(width < 960px)");

/**
 * The buttons of a form, and at its head a menu of the rest. A teacher's two stand beside each other in each state. What answers
 * to somebody who waits stays in view, on a phone with the teacher's fields; so does what hands in.
 */
export class StepButtons {
    lead = el("div", { class: "steps" });
    rest = el("div", { class: "steps" });
    giving = el("div", { class: "giving" }, this.lead);
    heading = el("h2", {});
    others = el("span", {});
    head = el("div", { class: "line apart form-head" }, this.heading, this.others);
    /** Why nothing can be sent yet. */
    reason = el("p", { class: "small warn", id: "steps-held", hidden: true });

    /** @param {HTMLElement[]} fields a teacher's: for the points or the word, for the message, and for files */
    constructor(...fields) {
        this.fields = fields;
        this.nodes = [this.giving, this.rest];
        // A button that is held can be focused, and says why.
        for (const place of [this.lead, this.rest]) place.addEventListener("click", (event) => {
            if (!(event.target instanceof Element) || !event.target.closest("[data-held]")) return;
            event.stopPropagation();
            say(this.reason.textContent ?? "");
        }, true);
    }

    /**
     * Holds the buttons that would take the files along, for a reason; none if it is empty.
     * @param {string} reason
     */
    hold(reason) {
        fill(this.reason, reason);
        this.reason.hidden = reason === "";
        for (const button of [this.lead, this.rest].flatMap((place) => [...place.querySelectorAll("button[data-action]")])) {
            const isHeld = reason !== "" && carrying.includes(button.getAttribute("data-action") ?? "");
            if (isHeld || button.hasAttribute("data-held")) {
                mark(button, "aria-disabled", isHeld || button.hasAttribute("data-offline") ? "true" : undefined);
            }
            mark(button, "data-held", isHeld);
            mark(button, "aria-describedby", isHeld ? this.reason.id : undefined);
        }
    }

    /**
     * @param {Steps} steps
     * @param {Around} around
     */
    show({ direct, main, more }, around) {
        const { fields, giving, head, heading, lead, others, rest } = this;
        const focused = [lead, rest, head].find((one) => one.contains(document.activeElement));
        const isNext = main !== undefined && (fields.length > 0 || main !== "message");
        const given = direct.filter((action) => fields.length > 0 || action === main);
        giving.hidden = given.length === 0;
        mark(giving, "data-next", isNext);
        (giving.hidden ? rest : lead).before(this.reason);
        fill(lead, ...actionButtons({ direct: given, main }, around));
        fill(rest, ...actionButtons({ direct: direct.filter((action) => !given.includes(action)), main }, around));
        fill(heading, around.heading);
        fill(others, more.length > 0 && menu(more, around));
        this.hold(this.reason.textContent ?? "");
        this.place(narrow.matches && isNext && fields.length > 0);
        (focused?.querySelector("button") ?? (focused && rest.querySelector("button")))?.focus();
    }

    /**
     * Puts a teacher's fields and the menu above the buttons, or else below the form's head and into it.
     * @param {boolean} isBeside
     */
    place(isBeside) {
        const { fields, giving, head, others } = this;
        if (giving.contains(fields[0] ?? null) === isBeside) return;
        const focused = document.activeElement;
        if (isBeside) giving.prepend(...fields);
        else head.after(...fields);
        (isBeside ? giving : head).append(others);
        if (focused instanceof HTMLElement && fields.some((one) => one.contains(focused))) focused.focus();
    }
}

/**
 * Calls a button otherwise for screen readers than by its label, which is part of the name.
 * @param {string} name
 * @param {HTMLElement} node the button, or what `actionButton` gives
 */
export function renamed(name, node) {
    mark(node.querySelector("button") ?? node, "aria-label", name);
    return node;
}

/**
 * The next steps, the main one first.
 * @param {Pick<Steps, "direct" | "main">} steps
 * @param {Around} around
 */
function actionButtons({ direct, main }, around) {
    return direct.flatMap((action) => {
        const button = el("button", { class: action === main ? "button button-main" : "button", data: { action } },
            around.label(action));
        sendOnClick(button, around.fault, () => around.run(action, button));
        return [button, el("span", { class: "small soft" }, around.hint(action))];
    });
}

/**
 * @param {readonly Action[]} actions
 * @param {Around} around
 */
function menu(actions, { fault, hint, run, title }) {
    const button = el("button", { class: "icon-button", "aria-haspopup": "true", "aria-expanded": "false",
        data: { more: actions.join(" ") } }, el("span", { class: "unseen" }, phrase("class.more")), sign("more"));
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
