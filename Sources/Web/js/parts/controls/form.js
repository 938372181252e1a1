// Forms, fields, and buttons that send requests: one at a time, and only with network. A fault stands beside its field or button.
import { loaded } from "../../client.js";
import { el, fill, inputValue, mark, set } from "../../dom.js";
import { language, phrase } from "../../first-phrases.js";
import {
    asProblem, busy, countDown, forgetFault, needsNetwork, networkFault, say, sayFault, sendOnClick, sentence,
} from "./states.js";

/** What is said where the server has other words under the id. */
export const sentBefore = phrase("controls.sentBefore");

export { needsNetwork, networkFault };

/**
 * @typedef {object} Field
 * @property {HTMLElement} node
 * @property {HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement} input
 * @property {string} name The API's name of the field, by which its faults come.
 * @property {(text: string | undefined) => void} fault
 * @property {((value: string) => string | undefined) | undefined} [check] says what is wrong with a value that isn't empty.
 * @property {string} [lack] what to do where it is needed and empty
 */

let count = 0;

/**
 * A labelled field. A fault of it takes the place of its hint. Other options go to the input.
 * @param {string} label
 * @param {{name: string, hint?: string, input?: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement,
 *     check?: Field["check"], lack?: string, [option: string]: any}} options
 * @returns {Field}
 */
export function field(label, { name, hint, check, lack, input = el("input"), ...options }) {
    const id = `field-${count += 1}`;
    set(input, { id, name, ...options });
    const fault = el("p", { class: "fault", id: `${id}-fault`, hidden: true });
    const about = hint ? el("p", { class: "hint", id: `${id}-hint` }, hint) : undefined;
    mark(input, "aria-describedby", [about?.id, fault.id].filter(Boolean).join(" "));
    input.addEventListener("input", () => show(undefined));
    // A digit typed behind the preset one would make 15 of 5. The browser sets the caret after the focus.
    if (input instanceof HTMLInputElement
        && input.type === "number") input.addEventListener("focus", () => requestAnimationFrame(() => input.select()));
    /** @param {string | undefined} text */
    function show(text) {
        fault.hidden = !text;
        if (about) about.hidden = !fault.hidden;
        fill(fault, text && sentenceOf(text));
        mark(input, "aria-invalid", text ? "true" : undefined);
    }
    return { node: el("div", { class: "field" }, el("label", { htmlFor: id }, label), wrapped(input), about, fault), input, name,
        fault: show, check, lack };
}

/**
 * The API's messages begin with a verb: "must have at least 8 characters".
 * @param {string} message
 */
function sentenceOf(message) {
    const [first = "", ...rest] = message;
    return first.toUpperCase() + rest.join("") + (/[.!?]$/.test(message) ? "" : ".");
}

/**
 * A password's field has a button that shows what is typed.
 * @param {HTMLElement} input
 */
function wrapped(input) {
    if (!(input instanceof HTMLInputElement) || input.type !== "password") return input;
    const button = el("button", { class: "reveal", "aria-pressed": "false", "aria-controls": input.id }, phrase("controls.show"));
    button.addEventListener("click", () => {
        const isHidden = input.type === "password";
        input.type = isHidden ? "text" : "password";
        mark(button, "aria-pressed", String(isHidden));
        fill(button, phrase(isHidden ? "controls.hide" : "controls.show"));
    });
    return el("div", { class: "with-reveal" }, input, button);
}

/**
 * @typedef {object} FormOptions
 * @property {Field[]} fields
 * @property {string} action
 * @property {(arrived: () => Promise<void>) => Promise<unknown>} send gives `false` if nothing was sent, since a field is at
 *     fault. It may call `arrived` itself, once the server has what was typed; otherwise the form does when `send` ends.
 * @property {import("../../dom.js").Parts} [extra]
 * @property {() => void} [cancel]
 * @property {"main" | "minor" | "bad"} [weight]
 * @property {boolean} [worksOffline]
 * @property {(problem: import("../../types/app.js").Problem) => import("../../dom.js").Parts | undefined} [explain] a sentence
 *     for a problem in place of the server's
 * @property {App.DraftPlace} [draft] the place at which what is typed is kept until it has arrived, such as `task:new`
 * @property {import("./kept-form.js").More} [more] what is kept beside the fields
 * @property {import("./kept-id.js").KeptID} [id] the id under which it is sent, which is kept as `more` unless that is another
 */
/**
 * A form that sends once at a time and keeps what was typed. Faults stand at their fields, and the first of them gets the focus.
 * @param {FormOptions} options
 */
export function form(options) {
    const { fields, action, send, extra, cancel, weight = "main", worksOffline = false, explain, draft, id } = options;
    const fault = el("div", { class: "form-fault", role: "alert" });
    const button = el("button", { class: `button button-${weight}`, type: "submit" }, action);
    const node = el("form", { class: "form", noValidate: true }, ...fields.map((one) => one.node), extra, fault,
        el("div", { class: "form-actions" }, button,
            cancel && el("button", { class: "button", onclick: cancel }, phrase("controls.cancel"))));
    let isSending = false;
    const kept = draft === undefined ? undefined : keepTyped(node, draft, options.more ?? id?.more);
    if (!worksOffline) needsNetwork(button);
    node.addEventListener("input", () => {
        fill(fault);
        forgetFault();
    });
    node.addEventListener("submit", async (event) => {
        event.preventDefault();
        if (isSending || !isFilled(fields)) return;
        const reason = worksOffline ? undefined : networkFault();
        if (reason) return fill(fault, reason);
        isSending = true;
        busy(button, true);
        fill(fault);
        try {
            await acknowledging(send, await kept?.());
        } catch (problem) {
            await showProblem(asProblem(problem));
        } finally {
            isSending = false;
            busy(button, false);
        }
    });

    /** @param {import("../../types/app.js").Problem} problem */
    async function showProblem(problem) {
        const { first, others } = showFaults(fields, await inWords(problem));
        if (first && others.length === 0) return sayFault(first.node.querySelector(".fault")?.textContent ?? "");
        const wait = el("p", { class: "small" });
        const reason = explain?.(problem);
        const isSentBefore = id?.isTaken(problem) ?? false;
        // So that the new id is kept.
        if (isSentBefore) node.dispatchEvent(new Event("change"));
        fill(fault, el("p", {}, reason ?? (isSentBefore ? sentBefore
            : others.length > 0 ? others.join(" ") : sentence(problem))), wait,
            problem.requestID && problem.status >= 500
                && el("p", { class: "tiny" }, phrase("controls.request", { id: problem.requestID })));
        if (problem.retryAfter !== undefined && (problem.status === 429 || problem.status === 503)) {
            countDown(wait, problem.retryAfter, () => node.requestSubmit());
        }
    }
    return node;
}

/**
 * A problem with the faults of its fields in the reader's language; the server's are English.
 * @param {import("../../types/app.js").Problem} problem
 */
async function inWords(problem) {
    if (language === "en" || Object.keys(problem.faults).length === 0) return problem;
    return (await loaded(import("./fault-words.js"))).inWords(problem);
}

/**
 * Shows the faults of fields at these. Gives the first such field, which has the focus, and the other faults in words.
 * @param {Field[]} fields
 * @param {Pick<import("../../types/app.js").Problem, "faults">} problem
 */
function showFaults(fields, { faults }) {
    const at = fields.filter((one) => faults[one.name] !== undefined);
    for (const one of at) one.fault(faults[one.name]);
    const [first] = at;
    first?.input.focus();
    const others = Object.entries(faults).filter(([name]) => !fields.some((one) => one.name === name))
        .map(([name, text]) => `${name} ${text}`);
    return { first, others };
}

/**
 * Sends, and forgets what was kept once it has arrived.
 * @param {FormOptions["send"]} send
 * @param {import("./kept-form.js").KeptForm | undefined} keeper
 */
async function acknowledging(send, keeper) {
    const sent = await keeper?.sent() ?? "";
    let hasArrived = false;
    const arrived = async () => {
        if (!hasArrived) await keeper?.acknowledged(sent);
        hasArrived = true;
    };
    if (await send(arrived) !== false) await arrived();
}

/**
 * Keeps what is typed into a form. The module that does it comes after the form is shown. Where it can't be loaded, the form says
 * so and works all the same; each key tries again.
 * @param {HTMLFormElement} node
 * @param {App.DraftPlace} place
 * @param {import("./kept-form.js").More} [more]
 */
function keepTyped(node, place, more) {
    const inputs = /** @type {import("../../dom.js").Input[]} */ ([...node.querySelectorAll("input, textarea, select")]);
    const first = new Map(inputs.map((input) => [input, inputValue(input)]));
    const lack = el("p", { class: "small warn", hidden: true }, phrase("controls.notKept"), " ",
        el("button", { class: "text-button", onclick: () => keep() }, phrase("controls.tryAgain")));
    node.querySelector(".form-actions")?.before(lack);
    /** @type {Promise<import("./kept-form.js").KeptForm | undefined> | undefined} */
    let keeping;
    const keep = () => keeping ??= import("./kept-form.js").then(({ KeptForm }) => {
        const keeper = new KeptForm(node, place, first, more);
        lack.replaceWith(keeper.note);
        return keeper;
    }, () => {
        lack.hidden = false;
        return keeping = undefined;
    });
    node.addEventListener("input", keep);
    keep();
    return keep;
}

/**
 * Whether no field is at fault. All that are say so at once, and the first of them gets the focus.
 * @param {Field[]} fields
 */
function isFilled(fields) {
    const faulty = fields.filter((one) => {
        const fault = faultOf(one);
        if (fault) one.fault(fault);
        return fault;
    });
    faulty[0]?.input.focus();
    return faulty.length === 0;
}

/**
 * What is wrong with what a field holds.
 * @param {Field} field
 */
function faultOf({ check, input, lack = phrase("controls.needed"), node }) {
    const value = input.value.trim();
    if (!node.hidden && input.type.startsWith("date") && (input.validity.badInput || input.validity.rangeOverflow)) {
        return phrase(input.type === "date" ? "controls.wholeDate" : "controls.wholeTime");
    }
    if (value === "") return input.required && lack;
    if (input.type === "email" && !/^[^@\s]+@[^@\s]+$/.test(value)) return phrase("controls.wholeAddress");
    return node.hidden ? undefined : check?.(input.value);
}

/** What a field holds, without spaces around it; undefined if that is nothing. */
export const valueOf = (/** @type {Field} */ { input }) => input.value.trim() || undefined;

/**
 * Creates a button that sends a request, followed by the place for its error.
 * @param {string} label
 * @param {(button: HTMLButtonElement) => Promise<string | void>} run
 * @param {{class?: string, about?: string}} options `about` completes the label for screen readers
 */
export function actionButton(label, run, { class: style = "button", about } = {}) {
    const fault = el("span", { class: "small bad act-fault", role: "alert" });
    const button = el("button", { class: style, ...(about ? { "aria-label": `${label} ${about}` } : {}) }, label);
    sendOnClick(button, fault, run);
    return el("span", { class: "act" }, button, fault);
}
