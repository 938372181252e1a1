// Keeps what is typed into a form until it has arrived: see kept-draft.js. Passwords are never kept.
import { el, fill, inputValue } from "../../dom.js";
import { phrase } from "../../phrases.js";
import { drafts } from "../../client.js";
import { KeptDraft } from "./kept-draft.js";
import { clockText } from "./time.js";
import { undoable } from "./undo.js";

/** @typedef {import("../../dom.js").Input} Input */
/** @typedef {import("../../dom.js").Value} Value */
/**
 * What isn't in fields, such as files that are sent already, or the id under which it is sent: another try after a reload has the
 * same one.
 * @typedef {object} More
 * @property {() => unknown} get
 * @property {(value: any) => void} put
 * @property {() => boolean} [counts] whether it is worth keeping where no field has changed; an id isn't before it is sent
 * @property {() => void} [renew] makes it new after what was typed is thrown away, which may have been sent
 */
/**
 * `text` is all that was typed, for the page "Not sent".
 * @typedef {{text: string, values: Record<string, Value>, more?: unknown}} Content
 */

/**
 * The line that says since when words are kept, and offers to throw them away.
 * @param {() => void} throwAway
 */
export function keptNote(throwAway) {
    const node = el("p", { class: "small soft kept", hidden: true });
    const button = el("button", { class: "text-button", onclick: throwAway }, phrase("controls.throwAway"));
    return {
        node,
        /** @param {number | undefined} at when they were kept; undefined if nothing is */
        show(at) {
            node.hidden = at === undefined;
            fill(node, phrase("controls.keptSince", { time: clockText(new Date(at ?? 0)) }), " ", button);
        },
    };
}

const never = ["password", "search", "submit", "button", "hidden"];

/** A form whose fields are kept. `note` says so. */
export class KeptForm {
    /**
     * What is typed before the draft is read, which stays.
     * @type {Record<string, Value>}
     */
    touched = {};
    /** Whether it was sent, and the answer may be lost: another try has the same id, also where no field has changed. */
    isTried = false;

    /**
     * @param {HTMLElement} node
     * @param {App.DraftPlace} place
     * @param {Map<Input, Value>} first what stood in the fields when the form was made
     * @param {More} [more]
     */
    constructor(node, place, first, more) {
        this.node = node;
        this.more = more;
        this.line = keptNote(() => this.throwAway());
        this.note = this.line.node;
        this.initial = valuesOf(node, (input) => first.has(input) ? first.get(input) : inputValue(input));
        this.initialMore = JSON.stringify(more?.get() ?? null);
        this.touched = this.changed();
        this.draft = new KeptDraft(place,
            { get: () => this.get(), put: (content, at) => this.put(content, at), isThere: () => node.isConnected });
        for (const name of ["input", "change"]) node.addEventListener(name, ({ target }) => this.typed(target));
    }

    /** @param {EventTarget | null} target */
    typed(target) {
        if (target instanceof HTMLElement && isInput(target)) this.touched = { ...this.touched, ...valueOf(target, this.node) };
        this.draft.save();
    }

    /**
     * What isn't as it was at first.
     * @returns {Record<string, Value>}
     */
    changed() {
        return Object.fromEntries(Object.entries(valuesOf(this.node))
            .filter(([name, value]) => !isSame(value, this.initial[name])));
    }

    /** Whether there is something that can be thrown away. */
    hasChanges() {
        return Object.keys(this.changed()).length > 0 || (this.more?.counts?.() ?? false);
    }

    /** @returns {Content | undefined} */
    get() {
        if (!this.hasChanges() && !this.isTried) return undefined;
        const values = this.changed();
        const names = inputsOf(this.node).filter(isWritten).map(nameOf);
        const text = names.flatMap((name) => String(values[name] ?? "").trim() || []).join("\n");
        return { text, values, ...(this.more && { more: this.more.get() }) };
    }

    /**
     * @param {Content | undefined} content
     * @param {number | undefined} at
     */
    put(content, at) {
        putValues(this.node, { ...this.initial, ...content?.values, ...this.touched });
        if (this.more && content?.more !== undefined) this.more.put(content.more);
        this.touched = {};
        this.isTried = content?.more !== undefined && !this.hasChanges();
        this.line.show(this.hasChanges() ? at || undefined : undefined);
    }

    throwAway() {
        const content = this.get();
        putValues(this.node, this.initial);
        if (this.more) this.more.put(JSON.parse(this.initialMore));
        this.more?.renew?.();
        this.isTried = false;
        this.line.show(undefined);
        const first = this.node.querySelector("input, textarea, select");
        if (first instanceof HTMLElement) first.focus();
        undoable({
            said: phrase("controls.thrownAway"),
            run: () => this.draft.save(),
            undo: () => content && this.put({ ...content, values: { ...content.values, ...this.get()?.values } }, Date.now()),
        });
    }

    /** What is about to be sent, for `acknowledged`. By then its id is on disk. */
    async sent() {
        if (this.more) {
            this.isTried = true;
            await this.draft.save();
            await drafts.flush();
        }
        return this.draft.sent();
    }

    /** @param {string} sent */
    async acknowledged(sent) {
        this.isTried = false;
        this.line.show(undefined);
        await this.draft.acknowledged(sent);
        this.initial = valuesOf(this.node);
        this.touched = {};
    }
}

/** @param {Element} element */
function isInput(element) {
    return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement;
}

/**
 * The fields that are kept. A password's may be shown as text just now.
 * @param {HTMLElement} node
 */
function inputsOf(node) {
    return /** @type {Input[]} */ ([...node.querySelectorAll("input, textarea, select")]).filter((input) => nameOf(input)
        && !never.includes(input.type)
        && input.autocomplete !== "current-password" && input.autocomplete !== "new-password");
}

/**
 * Whether words are written into a field, rather than something chosen.
 * @param {Input} input
 */
function isWritten(input) {
    return !(input instanceof HTMLSelectElement) && !["checkbox", "radio", "file"].includes(input.type);
}

/**
 * The name under which a field is kept; empty if it isn't.
 * @param {Input} input
 */
function nameOf(input) {
    if (input.dataset.keep) return input.dataset.keep;
    return input.type === "checkbox" || input.type === "radio" ? input.value === "on" ? "" : `${input.type} ${input.value}`
        : input.name;
}

/**
 * @param {HTMLElement} input
 * @param {HTMLElement} node
 * @returns {Record<string, Value>}
 */
function valueOf(input, node) {
    const all = valuesOf(node);
    const name = nameOf(/** @type {Input} */ (input));
    return name in all ? { [name]: all[name] } : {};
}

/**
 * @param {HTMLElement} node
 * @param {(input: Input) => Value} [value]
 */
function valuesOf(node, value = inputValue) {
    /** @type {Record<string, Value>} */
    const values = {};
    for (const input of inputsOf(node)) values[nameOf(input)] = value(input) ?? values[nameOf(input)];
    return values;
}

/**
 * Puts values into the fields, and lets whatever follows these know.
 * @param {HTMLElement} node
 * @param {Record<string, Value>} values
 */
function putValues(node, values) {
    for (const input of inputsOf(node)) {
        const value = values[nameOf(input)];
        if (value === undefined || isSame(value, inputValue(input))
            || (input.type === "radio" && input.value !== value)) continue;
        if (Array.isArray(value)) {
            const transfer = new DataTransfer();
            for (const file of value) transfer.items.add(file);
            /** @type {HTMLInputElement} */ (input).files = transfer.files;
        } else if (input instanceof HTMLInputElement && typeof value === "boolean") {
            input.checked = value;
        } else if (input instanceof HTMLInputElement && input.type === "radio") {
            input.checked = true;
        } else {
            input.value = String(value);
        }
        for (const name of ["input", "change"]) input.dispatchEvent(new Event(name));
    }
}

/**
 * @param {Value} one
 * @param {Value} other
 */
function isSame(one, other) {
    if (!Array.isArray(one) || !Array.isArray(other)) return one === other;
    return one.length === other.length
        && one.every((file, place) => file.name === other[place]?.name && file.size === other[place]?.size);
}
