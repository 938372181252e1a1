// Local times in fields, with their offset from UTC and buttons that fill them in; and the dialog that moves a student's
// deadline.
import { replica } from "../../client.js";
import { el, fill, mark } from "../../dom.js";
import { sheet } from "../controls/dialog.js";
import { field, form } from "../controls/form.js";
import { dateText } from "../controls/time.js";
import { timeAndLeft } from "./class-words.js";
import { called } from "../controls/person.js";
import { phrase } from "../../phrases.js";

const two = (/** @type {number} */ number) => String(number).padStart(2, "0");

/** The last time that such a field takes: without it, years may have six digits. */
const lastTime = "9999-12-31T23:59";

/**
 * A field for a local time. It is said in the page's words where it stands, and typed in the browser's own way.
 * @param {string} label
 * @param {{name: string, value: string, hint: string, required?: boolean}} options
 */
export function timeField(label, options) {
    const found = field(label, { type: "datetime-local", max: lastTime, ...options });
    const { input } = found;
    const words = el("span", { class: "small", id: `${input.id}-words` });
    const show = () => {
        const stamp = withOffset(input.value);
        mark(input, "data-empty", !stamp);
        // What lacks a part stays as it was typed.
        fill(words, stamp ? timeAndLeft(stamp) : !input.validity.badInput && phrase("class.extension.unset"));
    };
    mark(input, "aria-describedby", `${words.id} ${input.getAttribute("aria-describedby")}`);
    for (const kind of ["input", "blur"]) input.addEventListener(kind, show);
    input.after(words);
    show();
    return found;
}

/**
 * Buttons that fill a time into a field. The one whose time stands there is pressed.
 * @param {import("../../dom.js").Input} input
 * @param {{label: string, at: () => Date}[]} choices
 */
export function quickTimes(input, choices) {
    const buttons = choices.map(({ at, label }) => ({ at, button: el("button", { class: "button button-small", onclick: () => {
        input.value = fieldsOf(at());
        input.dispatchEvent(new Event("input", { bubbles: true }));
    } }, label) }));
    const show = () => {
        for (const { at, button } of buttons) mark(button, "aria-pressed", String(input.value === fieldsOf(at())));
    };
    input.addEventListener("input", show);
    show();
    return el("div", { class: "line days" }, ...buttons.map(({ button }) => button));
}

/** The name of the time zone of this device. */
export const timeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/**
 * A time as a field of the type `datetime-local` has it.
 * @param {string | undefined} stamp
 */
export const localTime = (stamp) => stamp ? fieldsOf(new Date(stamp)) : "";

/** @param {Date} at */
function fieldsOf(at) {
    return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/**
 * A local time with its offset, such as 2026-03-01T18:00:00+01:00; null for an empty field. Of the hour that clocks skip in
 * spring, the browser makes the one after it: 02:30 is 03:30 then.
 * @param {string} local
 */
export function withOffset(local) {
    if (!local) return null;
    const at = new Date(local);
    const minutes = -at.getTimezoneOffset();
    const [sign, size] = [minutes < 0 ? "-" : "+", Math.abs(minutes)];
    return `${fieldsOf(at)}:00${sign}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

/**
 * Where a student's own deadline is kept, from when it is typed until the server has it.
 * @param {string} assignmentID
 * @returns {App.DraftPlace}
 */
export const extensionPlace = (assignmentID) => `extension:${assignmentID}`;

/**
 * Asks for a student's own deadline.
 * @param {import("../../types/wire.js").Assignment} assignment
 * @param {HTMLElement} opener
 * @returns {Promise<string | null | undefined>} null for none of their own, undefined if the dialog was closed.
 */
export function askExtension({ dueAt, extendedTo, id, student, task }, opener) {
    return new Promise((resolve) => {
        /** @type {string | null | undefined} */
        let chosen;
        const until = timeField(phrase("class.extension.until"), { name: "extendedTo", required: true,
            value: localTime(extendedTo ?? dueAt), hint: phrase("class.extension.about", { zone: timeZone() }) });
        // So much later than the deadline; once that is over, than its hour of today.
        const after = (/** @type {number} */ days) => {
            const [from, now] = [new Date(dueAt ?? replica.now()), new Date(replica.now())];
            if (from < now) from.setFullYear(now.getFullYear(), now.getMonth(), now.getDate());
            from.setDate(from.getDate() + days);
            return from;
        };
        const quick = quickTimes(until.input, [1, 3, 7].map((days) => ({ at: () => after(days),
            label: phrase("class.extension.more", { days }) })));
        until.node.append(quick);
        const close = sheet(phrase("class.extension.title", { student: called(student) }), form({
            draft: extensionPlace(id), fields: [until], action: phrase("class.save"), worksOffline: true, send: async () => {
                const isEarly = task.dueAt && Date.parse(until.input.value) <= Date.parse(task.dueAt);
                if (isEarly) return until.fault(phrase("class.extension.later", { deadline: dateText(task.dueAt ?? "") })), false;
                chosen = withOffset(until.input.value);
                close();
                // The server doesn't have it yet.
                return false;
            },
            extra: extendedTo && el("div", {},
                el("button", { class: "button", onclick: () => { chosen = null; close(); } },
                    phrase("class.extension.none"))),
        }), { opener, onClose: () => resolve(chosen) });
        quick.querySelector("button")?.focus();
    });
}
