// As much of a browser's page as modules need that say something, without showing it: they are loaded after this one.
import "./phrases.js";

/** An element that has attributes and a text. */
export class StandInElement {
    /** @type {Map<string, string>} */
    attributes = new Map();
    dataset = {};
    textContent = "";
    childElementCount = 0;
    /** @type {Map<string, () => unknown>} */
    listeners = new Map();

    hasAttribute(/** @type {string} */ name) { return this.attributes.has(name); }
    getAttribute(/** @type {string} */ name) { return this.attributes.get(name) ?? null; }
    setAttribute(/** @type {string} */ name, /** @type {string} */ value) { this.attributes.set(name, value); }
    removeAttribute(/** @type {string} */ name) { this.attributes.delete(name); }
    addEventListener(/** @type {string} */ name, /** @type {() => unknown} */ listener) { this.listeners.set(name, listener); }
    replaceChildren(/** @type {unknown[]} */ ...parts) { this.textContent = parts.join(""); }
    click() { return this.listeners.get("click")?.(); }
}

const nothing = () => {};
const page = {
    document: {
        documentElement: new StandInElement(), visibilityState: "visible", addEventListener: nothing, getElementById: () => null,
    },
    navigator: { userAgent: "", onLine: true }, addEventListener: nothing, Node: StandInElement,
    reportError: (/** @type {unknown} */ error) => { throw error; },
    // One that ticks would keep the test from ending.
    setInterval: nothing,
};
for (const [name, value] of Object.entries(page)) {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}
// So would an open channel.
Reflect.deleteProperty(globalThis, "BroadcastChannel");
