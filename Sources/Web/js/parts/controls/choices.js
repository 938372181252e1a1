// Switches, and choices among several.
import { el } from "../../dom.js";

let count = 0;

/**
 * A switch or a choice among several: a checkbox or radio button with its label.
 * @param {"checkbox" | "radio"} type
 * @param {import("../../dom.js").Parts} label
 * @param {Record<string, any>} options
 */
export function choice(type, label, options) {
    const input = el("input", { type, ...options });
    return { node: el("label", { class: "choice" }, input, el("span", { class: "choice-label" }, label)), input };
}

/**
 * Radio buttons under one name.
 * @param {string} legend
 * @param {readonly (readonly [value: string, label: string])[]} options
 * @param {string} chosen
 * @param {(value: string) => void} onChange
 */
export function radios(legend, options, chosen, onChange) {
    const name = `choice-${count += 1}`;
    return el("fieldset", { class: "choices", role: "radiogroup", "aria-label": legend }, el("legend", {}, legend),
        el("div", { class: "segments" }, ...options.map(([key, label]) =>
        choice("radio", label, { name, value: key, data: { keep: legend }, checked: key === chosen,
            onchange: () => onChange(key) }).node)));
}
