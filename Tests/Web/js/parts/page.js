// What parts of the web client need of a page, for tests in Node.js: elements with attributes, texts and listeners.
// Nothing is laid out, and there is no focus. Import it before the parts.
import "../stand-ins/phrases.js";

class Events {
    /** @type {Map<string, Set<any>>} */
    #listeners = new Map();

    /** @param {string} kind @param {any} listener @param {any} [options] */
    addEventListener(kind, listener, options) {
        const all = this.#listeners.get(kind) ?? new Set();
        this.#listeners.set(kind, all.add(listener));
        options?.signal?.addEventListener("abort", () => all.delete(listener));
    }

    removeEventListener() {}

    /** @param {string} kind */
    hears(kind) { return (this.#listeners.get(kind)?.size ?? 0) > 0; }

    /** @param {{ type: string }} event */
    dispatchEvent(event) {
        for (const listener of this.#listeners.get(event.type) ?? []) listener.call(this, event);
        return true;
    }
}

class PageNode extends Events {
    /** @type {(PageNode | string)[]} */
    childNodes = [];

    get textContent() {
        return this.childNodes.map(child => typeof child === "string" ? child : child.textContent).join("");
    }

    get children() { return /** @type {PageElement[]} */ (this.childNodes.filter(child => child instanceof PageElement)); }
    get childElementCount() { return this.children.length; }
    get firstElementChild() { return this.children[0] ?? null; }

    /** @param {any} node @returns {boolean} */
    contains(node) { return node === this || this.children.some(child => child.contains(node)); }

    /** @param {...(PageNode | string)} parts */
    append(...parts) { this.childNodes.push(...parts); }

    /** @param {PageNode} node @param {PageNode | null} place */
    insertBefore(node, place) { this.childNodes.splice(place ? this.childNodes.indexOf(place) : this.childNodes.length, 0, node); }

    /** @param {...(PageNode | string)} parts */
    replaceChildren(...parts) { this.childNodes = parts; }
}

class PageElement extends PageNode {
    /** @type {Map<string, string>} */
    attributes = new Map();
    value = "";
    hidden = false;
    className = "";
    styles = new Map();
    style = {
        /** @param {string} name @param {string} value */
        setProperty: (name, value) => { this.styles.set(name, value); },
        /** @param {string} name */
        getPropertyValue: (name) => this.styles.get(name) ?? "",
    };
    classList = { add() {}, remove() {}, toggle() {} };
    dataset = new Proxy(this, {
        get: (element, key) => element.attributes.get(`data-${String(key)}`),
        set: (element, key, value) => Boolean(element.attributes.set(`data-${String(key)}`, String(value))),
    });

    /** @param {string} localName */
    constructor(localName) {
        super();
        this.localName = localName;
    }

    /** @param {string} name */
    getAttribute(name) { return this.attributes.get(name) ?? null; }
    /** @param {string} name */
    hasAttribute(name) { return this.attributes.has(name); }
    /** @param {string} name @param {string} value */
    setAttribute(name, value) { this.attributes.set(name, value); }
    /** @param {string} name */
    removeAttribute(name) { this.attributes.delete(name); }
    /** @param {string} selector */
    matches(selector) { return selector.split(",").some(one => one.trim() === this.localName); }
    closest() { return null; }
    querySelector() { return null; }
    /** @returns {PageElement[]} */
    querySelectorAll() { return []; }
    contains() { return false; }
    focus() {}
    getBoundingClientRect() { return { left: 0, top: 0, height: 0 }; }
    animate() { return { finished: Promise.resolve() }; }
    remove() {}
    click() { this.dispatchEvent({ type: "click" }); }
    get labelled() { return this.getAttribute("aria-label") ?? this.textContent; }
}

class PageInput extends PageElement {}

const page = {
    Node: PageNode, Element: PageElement, HTMLElement: PageElement, HTMLButtonElement: class {}, HTMLInputElement: PageInput,
    HTMLTextAreaElement: class {}, HTMLSelectElement: class {}, HTMLDialogElement: class {},
    document: Object.assign(new PageElement("document"), {
        documentElement: new PageElement("html"), body: new PageElement("body"), visibilityState: "visible",
        createElement: (/** @type {string} */ name) => name === "input" ? new PageInput(name) : new PageElement(name),
        createElementNS: (/** @type {string} */ _, /** @type {string} */ name) => new PageElement(name),
        getElementById: () => undefined, querySelector: () => null, querySelectorAll: () => [],
    }),
    innerHeight: 800, scrollY: 0,
    location: new URL("https://sofa.example.org/"), history: { state: null }, matchMedia: () => new Events(),
    addEventListener() {}, removeEventListener() {},
};
Object.assign(globalThis, page, { window: globalThis });
// What keeps a process of Node.js from ending.
Reflect.deleteProperty(globalThis, "BroadcastChannel");
const { setInterval: repeat } = globalThis;
Object.assign(globalThis, { setInterval: (/** @type {any[]} */ ...call) => /** @type {any} */ (repeat)(...call).unref() });
const browser = { userAgent: "Node", language: "en-GB", languages: ["en-GB"] };
Object.defineProperty(globalThis, "navigator", { value: browser, configurable: true });

/**
 * The elements of a part that are called so: by their label or their text.
 * @param {any} node
 * @param {string} name
 * @returns {any[]}
 */
export function named(node, name) {
    const inside = node.children.flatMap((/** @type {any} */ child) => named(child, name));
    return [...(node.labelled === name ? [node] : []), ...inside];
}

/** Presses the button of this name. @param {any} node @param {string} name */
export function press(node, name) {
    const found = named(node, name).filter(one => one.hears("click"));
    if (found.length === 0) throw new Error(`Nothing is called ${name} in: ${node.textContent}`);
    found[found.length - 1].click();
}

/** Lets promises go on. */
export const settle = async () => { for (let turn = 0; turn < 50; turn += 1) await Promise.resolve(); };
