// The table of marks for a spreadsheet: of all time, or of a span of days.
import { address } from "../../client.js";
import { el } from "../../dom.js";
import { phrase } from "../../phrases.js";
import { sheet } from "../controls/dialog.js";
import { field } from "../controls/form.js";

/**
 * The span of time of two days, both of which belong to it, as `exportMarks` takes it.
 * @param {string} first as a field of the type `date` has it; empty for none
 * @param {string} last
 */
export function spanOf(first, last) {
    const midnight = (/** @type {string} */ day, /** @type {number} */ later) => {
        const at = new Date(`${day}T00:00`);
        at.setDate(at.getDate() + later);
        return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
    };
    return { from: midnight(first, 0), to: midnight(last, 1) };
}

/** The button that opens the sheet. */
export function marksButton() {
    const button = el("button", { class: "button button-plain", onclick: () => {
        const first = field(phrase("class.marks.from"), { name: "from", type: "date" });
        const last = field(phrase("class.marks.until"), { name: "to", type: "date" });
        const save = el("a", { class: "button button-main" }, phrase("class.marks.save"));
        save.download = "marks.csv";
        const update = () => { save.href = address("exportMarks", {}, spanOf(first.input.value, last.input.value)); };
        for (const { input } of [first, last]) input.addEventListener("input", update);
        update();
        sheet(phrase("class.marks.title"), el("div", { class: "stack" },
            el("p", { class: "soft" }, phrase("class.marks.about")),
            el("div", { class: "pair" }, first.node, last.node), el("div", {}, save)), { opener: button });
    } }, phrase("class.marks"));
    return button;
}
