// Builds and updates DOM nodes, and icons. Text enters the page only as text nodes and properties.
import { phrase } from "./first-phrases.js";

/** @typedef {Node | string | number | false | null | undefined} Part */
/** @typedef {Part | Part[]} Parts */

/**
 * Creates an element. A function adds a listener, `class` sets the class, `data` the data attributes, and `vars` custom
 * properties of
 * CSS. `aria-…` and the names in `attributes` become attributes; everything else becomes a property. A button submits nothing,
 * unless its
 * `type` says so.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, any>} [options]
 * @param {...Parts} parts
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function el(tag, options = {}, ...parts) {
    const element = document.createElement(tag);
    if (element instanceof HTMLButtonElement) element.type = "button";
    set(element, options);
    element.append(...nodes(parts));
    return element;
}

/**
 * Sets options of an element, as `el` does. An attribute whose value is undefined, null or false is removed.
 * @param {HTMLElement} element
 * @param {Record<string, any>} options
 */
export function set(element, options) {
    for (const [name, value] of Object.entries(options)) {
        if (typeof value === "function") {
            element.addEventListener(name.slice(2), value);
        } else if (name === "class") {
            element.className = value ?? "";
        } else if (name === "data") {
            for (const [key, item] of Object.entries(value)) mark(element, `data-${key}`, item);
        } else if (name === "vars") {
            for (const [key, item] of Object.entries(value)) element.style.setProperty(`--${key}`, String(item));
        } else if (name.startsWith("aria-")) {
            mark(element, name, value === undefined || value === null ? undefined : String(value));
        } else if (attributes.has(name)) {
            mark(element, name, value);
        } else if (name === "value" || Reflect.get(element, name) !== value) {
            // An option without an explicit value has its text as value, so that an empty one is set too.
            Reflect.set(element, name, value ?? "");
        }
    }
}

const attributes = new Set(["role", "for", "popover", "popovertarget", "list", "inputmode", "datetime", "lang", "autocomplete",
    "enterkeyhint"]);

/**
 * Sets an attribute where it differs; removes it for undefined, null and false.
 * @param {Element} element
 * @param {string} name
 * @param {string | number | boolean | null | undefined} value
 */
export function mark(element, name, value) {
    if (value === undefined || value === null || value === false) {
        element.removeAttribute(name);
        return;
    }
    const text = value === true ? "" : String(value);
    if (element.getAttribute(name) !== text) element.setAttribute(name, text);
}

/**
 * Replaces the children of an element, unless they are the same text.
 * @param {Element} element
 * @param {...Parts} parts
 */
export function fill(element, ...parts) {
    const wanted = nodes(parts);
    const [only] = wanted;
    if (wanted.length === 1 && typeof only === "string" && element.childElementCount === 0
        && element.textContent === only) return;
    element.replaceChildren(...wanted);
}

/**
 * Puts a node first into a place, unless it is there. It keeps the focus.
 * @param {Element} place
 * @param {HTMLElement} node
 */
export function moveTo(place, node) {
    if (place.firstElementChild === node) return;
    const isFocused = document.activeElement === node;
    place.prepend(node);
    if (isFocused) node.focus();
}

/** @type {WeakMap<Element, string>} */
const fillings = new WeakMap();

/**
 * Makes the children of an element anew only where what they show has changed.
 * @param {Element} element
 * @param {unknown} shown what they show, by its JSON
 * @param {() => Parts} make
 */
export function refill(element, shown, make) {
    const key = JSON.stringify([shown]);
    if (fillings.get(element) !== key) fill(element, make());
    fillings.set(element, key);
}

/**
 * The parts that can be appended, without false, null and undefined.
 * @param {Parts[]} parts
 * @returns {(Node | string)[]}
 */
function nodes(parts) {
    const found = [];
    for (const part of parts.flat()) {
        if (part === false || part === null || part === undefined) continue;
        found.push(part instanceof Node ? part : String(part));
    }
    return found;
}

/** @typedef {HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement} Input */
/** @typedef {string | boolean | File[] | undefined} Value */

/**
 * What stands in a field; undefined for a radio button that isn't chosen.
 * @param {Input} input
 * @returns {Value}
 */
export function inputValue(input) {
    if (!(input instanceof HTMLInputElement)) return input.value;
    if (input.type === "file") return [...input.files ?? []];
    if (input.type === "checkbox") return input.checked;
    return input.type === "radio" && !input.checked ? undefined : input.value;
}

/** @type {WeakMap<Element, Map<string, {node: HTMLElement, update?: (item: any) => void}>>} */
const kept = new WeakMap();

/**
 * Reconciles an element's children with a list of items. A child is created once for its key and updated in place afterwards, so
 * that focus, selection and scroll position survive. `create` returns the node and a function that updates it.
 * @template Item
 * @param {Element} parent
 * @param {readonly Item[]} items
 * @param {(item: Item) => string} key
 * @param {(item: Item) => {node: HTMLElement, update?: (item: Item) => void}} create
 */
export function sync(parent, items, key, create) {
    const before = kept.get(parent) ?? new Map();
    const after = new Map();
    for (const item of items) {
        const name = key(item);
        if (after.has(name)) continue;
        const child = before.get(name) ?? create(item);
        child.update?.(item);
        after.set(name, child);
    }
    for (const [name, child] of before) if (!after.has(name)) child.node.remove();
    let place = parent.firstElementChild;
    for (const { node } of after.values()) {
        if (place && node === place) place = place.nextElementSibling;
        else parent.insertBefore(node, place);
    }
    kept.set(parent, after);
}

/**
 * A link that looks and behaves like a button.
 * @param {string} href
 * @param {Record<string, any>} options
 * @param {...Parts} parts
 */
export function linkButton(href, options, ...parts) {
    return el("a", {
        href, role: "button", ...options,
        onkeydown: (/** @type {KeyboardEvent} */ event) => {
            if (event.key !== " ") return;
            event.preventDefault();
            if (event.currentTarget instanceof HTMLElement) event.currentTarget.click();
        },
    }, ...parts);
}

/**
 * The bar above a page that another one leads to.
 * @param {string} back the address of that one.
 * @param {...Parts} parts the title, and what stands beside it.
 */
export function bar(back, ...parts) {
    const link = el("a", { class: "icon-button", href: back, "aria-label": phrase("frame.back") }, icon("back"));
    return el("header", { class: "bar" }, link, ...parts);
}

const paths = {
    watch: "M4 12V9.5A2.5 2.5 0 0 1 6.5 7h11A2.5 2.5 0 0 1 20 9.5V12M2.5 13.5a1.75 1.75 0 0 1 3.5 0V15h12v-1.5a1.75 1.75 0 0 1 3.5 0V18h-19zM5.5 18v1.5M18.5 18v1.5",
    archive: "M4 8.5h16V19a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1zM3 4.5h18v4H3zM9.5 12.5h5",
    class: "M3 9.5 12 5l9 4.5-9 4.5zM7 12v4.5c1.5 1.3 3.2 2 5 2s3.5-.7 5-2V12M21 9.5V15",
    cube: "M12 3l7.5 4.25v9.5L12 21l-7.5-4.25v-9.5zM12 12l7.5-4.75M12 12 4.5 7.25M12 12v9",
    people: "M9 11a3.25 3.25 0 1 0 0-6.5A3.25 3.25 0 0 0 9 11zM2.75 19.5a6.25 6.25 0 0 1 12.5 0M15.5 4.8a3.25 3.25 0 0 1 0 5.9M17.5 14.1a6.25 6.25 0 0 1 3.75 5.4",
    you: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.5a7.5 7.5 0 0 1 15 0",
    back: "M14.5 5.5 8 12l6.5 6.5",
    plus: "M12 5v14M5 12h14",
    check: "M5 12.5l4.5 4.5L19 7.5",
    next: "M9.5 5.5 16 12l-6.5 6.5",
    face: "M4 8V4h4M16 4h4v4M20 16v4h-4M8 20H4v-4M9 9v1M15 9v1M9 15h6",
};

/**
 * A sign of the first pages. parts/controls/signs.js has the others.
 * @param {keyof typeof paths} name
 */
export const icon = (name) => drawn(paths[name]);

/**
 * A sign that screen readers skip.
 * @param {string} path
 * @param {string} [style]
 */
export const drawn = (path, style = "icon") => svg("svg", { viewBox: "0 0 24 24", class: style, "aria-hidden": "true" },
    svg("path", { d: path }));

/**
 * Creates an element of SVG.
 * @param {"svg" | "path" | "text"} tag
 * @param {Record<string, string>} attributes
 * @param {...(Node | string)} parts
 */
export function svg(tag, attributes, ...parts) {
    const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...parts);
    return element;
}
