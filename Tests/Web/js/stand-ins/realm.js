// One page: whatever a stand-in calls back goes through its page, so that a page that was killed hears nothing more, and a frozen one later.

export class Realm {
    isAlive = true;
    isFrozen = false;
    /** @type {(() => void)[]} */
    #held = [];
    /** @type {(() => void)[]} */
    #ends = [];
    /** Errors that nothing in the page has caught. @type {unknown[]} */
    errors = [];

    /** @param {import("./clock.js").Clock} clock */
    constructor(clock) {
        this.clock = clock;
    }

    /**
     * Runs the page's code later.
     * @param {() => void} run
     * @param {number} [delay] in milliseconds.
     */
    later(run, delay = 0) { return this.clock.later(() => this.run(run), delay); }

    /**
     * Runs the page's code: now, after it has thawed, or never.
     * @param {() => void} run
     */
    run(run) {
        if (!this.isAlive) return;
        if (this.isFrozen) return void this.#held.push(run);
        try {
            run();
        } catch (error) {
            this.errors.push(error);
        }
    }

    /** @param {() => void} end what happens when the page is killed. */
    onEnd(end) { this.#ends.push(end); }

    freeze() { this.isFrozen = true; }

    thaw() {
        this.isFrozen = false;
        for (const run of this.#held.splice(0)) this.later(run);
    }

    /** Ends the page at once, in the middle of whatever it does. */
    kill() {
        if (!this.isAlive) return;
        this.isAlive = false;
        this.#held = [];
        for (const end of this.#ends.splice(0)) end();
    }
}
