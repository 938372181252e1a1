// Event targets as the DOM has them, as far as IndexedDB needs them: handlers as properties and listeners, and bubbling to a parent.

export class Event {
    isPrevented = false;
    isStopped = false;
    /** @type {Target | undefined} */
    target = undefined;
    /** @type {Target | undefined} */
    currentTarget = undefined;

    /**
     * @param {string} type
     * @param {{ bubbles?: boolean, oldVersion?: number, newVersion?: number | null }} [rest]
     */
    constructor(type, { bubbles = false, ...rest } = {}) {
        this.type = type;
        this.bubbles = bubbles;
        this.oldVersion = rest.oldVersion;
        this.newVersion = rest.newVersion;
    }

    get defaultPrevented() { return this.isPrevented; }
    preventDefault() { this.isPrevented = true; }
    stopPropagation() { this.isStopped = true; }
}

export class Target {
    /** @type {{ type: string, listener: (event: any) => void, isOnce: boolean }[]} */
    #listeners = [];
    /** @type {Target | undefined} where events bubble to. */
    parent = undefined;

    /**
     * @param {string} type
     * @param {(event: any) => void} listener
     * @param {{ once?: boolean }} [options]
     */
    addEventListener(type, listener, { once = false } = {}) {
        if (!this.#listeners.some(other => other.type === type && other.listener === listener)) {
            this.#listeners.push({ type, listener, isOnce: once });
        }
    }

    /**
     * @param {string} type
     * @param {(event: any) => void} listener
     */
    removeEventListener(type, listener) {
        this.#listeners = this.#listeners.filter(other => other.type !== type || other.listener !== listener);
    }

    /**
     * Calls the handlers of an event that doesn't bubble.
     * @param {Event} event
     * @returns {unknown[]} their errors.
     */
    dispatch(event) {
        event.target = event.currentTarget = this;
        return this.#call(event);
    }

    /**
     * Calls the handlers of an event here and further up. Before each target, and at the end, promises go on.
     * @param {Event} event
     * @param {import("../clock.js").Clock} clock
     * @param {(errors: unknown[]) => void} done
     */
    dispatchUpwards(event, clock, done) {
        /** @type {unknown[]} */
        const errors = [];
        event.target = this;
        let next = /** @type {Target | undefined} */ (this);
        const climb = () => {
            const at = next;
            if (!at) return done(errors);
            next = event.bubbles && !event.isStopped ? at.parent : undefined;
            if (!at.#hears(event.type)) return climb();
            event.currentTarget = at;
            errors.push(...at.#call(event));
            clock.afterTask(climb);
            return true;
        };
        climb();
    }

    /** @param {string} type */
    #hears(type) {
        return typeof (/** @type {any} */ (this)[`on${type}`]) === "function" || this.#listeners.some(other => other.type === type);
    }

    /** @param {Event} event */
    #call(event) {
        /** @type {unknown[]} */
        const errors = [];
        const heard = this.#listeners.filter(({ type }) => type === event.type);
        for (const { type, listener, isOnce } of heard) if (isOnce) this.removeEventListener(type, listener);
        const own = /** @type {any} */ (this)[`on${event.type}`];
        for (const listener of [...typeof own === "function" ? [own] : [], ...heard.map(one => one.listener)]) {
            try {
                listener.call(this, event);
            } catch (error) {
                errors.push(error);
            }
        }
        return errors;
    }
}

/** A list of names, as `objectStoreNames`. */
export class Names extends Array {
    /** @param {Iterable<string>} names */
    static sorted(names) {
        const list = new Names();
        for (const name of [...names].sort(compareText)) list.push(name);
        return list;
    }

    /** @param {string} name */
    contains(name) { return this.includes(name); }
    /** @param {number} place */
    item(place) { return this[place] ?? null; }
}

/** @param {string} one @param {string} other */
const compareText = (one, other) => one < other ? -1 : one > other ? 1 : 0;
