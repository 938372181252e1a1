// Local times in fields, with their offset from UTC; and the dialog that moves a student's deadline.
import { el, fill, mark } from "../../dom.js";
import { sheet } from "../controls/dialog.js";
import { field, form } from "../controls/form.js";
import { dateText } from "../controls/time.js";
import { called } from "../controls/person.js";
import { phrase } from "../../phrases.js";

const two = (/** @type {number} */ number) => String(number).padStart(2, "0");

/** The last time that such a field takes: without it, years may have six digits. */
const lastTime = "9999-12-31T23:59";

/**
 * A field for a local time, which it says in words, too: the browser writes it in its own way.
 * @param {string} label
 * @param {{name: string, value: string, hint: string, required?: boolean, said?: (stamp: string) => string}} options `said`
 *     gives the words
 */
export function timeField(label, { said = dateText, ...options }) {
    const found = field(label, { type: "datetime-local", max: lastTime, ...options });
    const { input } = found;
    const words = el("span", { class: "small name", id: `${input.id}-words` });
    const show = () => {
        const stamp = withOffset(input.value);
        mark(input, "data-empty", !stamp);
        fill(words, stamp && said(stamp));
    };
    mark(input, "aria-describedby", `${words.id} ${input.getAttribute("aria-describedby")}`);
    input.addEventListener("input", show);
    input.after(words);
    show();
    return found;
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
        until.input.focus();
    });
}
