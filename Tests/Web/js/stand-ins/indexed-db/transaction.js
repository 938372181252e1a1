// Transactions: active while their own callbacks run, then inactive; they commit by themselves once nothing is left to do.

import { Event, Names, Target } from "./events.js";
import { fault } from "./keys.js";
import { ObjectStore } from "./stores.js";

/** @typedef {{ request: import("./stores.js").Request, run: () => any, writes: boolean }} Job */

export class Transaction extends Target {
    /** @type {"active" | "inactive" | "committing" | "finished"} */
    state = "active";
    error = /** @type {any} */ (null);
    isStarted = false;
    /** @type {Job[]} */
    #jobs = [];
    /** Whether a request is being answered. */
    #isBusy = false;
    #hasWritten = false;
    /** @type {Map<import("./records.js").Records, import("./records.js").Snapshot>} */
    #before = new Map();
    /** @type {Map<string, ObjectStore>} */
    #stores = new Map();
    /** What an upgrade undoes besides. @type {(() => void) | undefined} */
    undo = undefined;

    /**
     * @param {import("./connection.js").Connection} db
     * @param {readonly string[]} names
     * @param {"readonly" | "readwrite" | "versionchange"} mode
     */
    constructor(db, names, mode) {
        super();
        [this.db, this.mode, this.scope, this.parent] = [db, mode, new Set(names), db];
        this.durability = "default";
        this.#deactivateLater();
    }

    get objectStoreNames() { return this.mode === "versionchange" ? this.db.objectStoreNames : Names.sorted(this.scope); }
    get isFinished() { return this.state === "finished"; }

    /** @param {string} name */
    objectStore(name) {
        if (this.isFinished) throw fault("InvalidStateError", "The transaction finished.");
        const records = this.db.database.stores.get(name);
        if (!records || (this.mode !== "versionchange" && !this.scope.has(name))) throw fault("NotFoundError", "The object store was not found.");
        const known = this.#stores.get(name);
        if (known?.records === records) return known;
        const store = new ObjectStore(this, name, records);
        this.#stores.set(name, store);
        return store;
    }

    commit() {
        if (this.state !== "active") throw fault("InvalidStateError", "The transaction isn't active.");
        this.state = "committing";
        this.work();
    }

    abort() {
        if (this.state === "committing" || this.isFinished) throw fault("InvalidStateError", "The transaction is committing or has ended.");
        this.fail(null);
    }

    /**
     * Whether it can't run beside an earlier one.
     * @param {Transaction} earlier
     */
    waitsFor(earlier) {
        if (this.mode === "readonly" && earlier.mode === "readonly") return false;
        return [...this.scope].some(name => earlier.scope.has(name));
    }

    /** Begins, since no transaction before it is in its way. */
    start() {
        this.isStarted = true;
        this.work();
    }

    /** @param {Job} job */
    place(job) {
        this.#jobs.push(job);
        this.work();
    }

    /** Answers the next request, or commits if there is none. */
    work() {
        if (!this.isStarted || this.#isBusy || this.isFinished) return;
        const job = this.#jobs[0];
        if (!job && this.state === "active") return;
        this.#isBusy = true;
        if (!job) this.state = "committing";
        this.db.device.later(() => job ? this.#answer(job) : this.#commit());
    }

    /** @param {Job} job */
    #answer({ request, run, writes }) {
        if (this.isFinished) return;
        this.#jobs.shift();
        let result;
        let error = null;
        try {
            if (writes) this.#keep(request.source);
            result = run();
        } catch (thrown) {
            error = thrown;
        }
        if (!this.db.realm.isAlive) {
            this.#isBusy = false;
            return this.work();
        }
        this.db.realm.run(() => this.#deliver(request, result, error));
    }

    /** Remembers what the store had before, for an abort. @param {any} source */
    #keep(source) {
        this.#hasWritten = true;
        const { records } = source;
        if (!this.#before.has(records)) this.#before.set(records, records.snapshot);
    }

    /**
     * @param {import("./stores.js").Request} request
     * @param {any} result
     * @param {any} error
     */
    #deliver(request, result, error) {
        if (this.isFinished) return;
        if (this.state === "inactive") this.state = "active";
        request.settle(result, error);
        const event = new Event(error ? "error" : "success", { bubbles: error !== null });
        const { clock } = this.db.device;
        request.dispatchUpwards(event, clock, thrown => {
            this.db.realm.errors.push(...thrown);
            this.#isBusy = false;
            if (this.isFinished) return;
            if (this.state === "active") this.state = "inactive";
            if (thrown.length > 0) return this.fail(fault("AbortError"));
            if (error && !event.isPrevented) return this.fail(error);
            this.work();
        });
    }

    #commit() {
        this.#isBusy = false;
        if (this.isFinished) return;
        if (this.#hasWritten && this.db.device.isFullAtCommit) return this.fail(fault("QuotaExceededError", "The disk is full."));
        this.state = "finished";
        this.db.ended(this);
        this.db.realm.run(() => { this.db.realm.errors.push(...this.dispatch(new Event("complete"))); });
    }

    /**
     * Undoes everything.
     * @param {any} error null if the page itself aborted it.
     */
    fail(error) {
        if (this.isFinished) return;
        this.state = "finished";
        this.error = error;
        for (const [records, snapshot] of this.#before) records.restore(snapshot);
        this.undo?.();
        const jobs = this.#jobs.splice(0);
        this.db.ended(this);
        const { realm } = this.db;
        for (const { request } of jobs) {
            realm.later(() => {
                request.settle(undefined, fault("AbortError", "The transaction was aborted."));
                this.#announce(request, new Event("error", { bubbles: true }));
            });
        }
        realm.later(() => this.#announce(this, new Event("abort", { bubbles: true })));
    }

    /** @param {Target} target @param {Event} event */
    #announce(target, event) {
        const { device, realm } = this.db;
        target.dispatchUpwards(event, device.clock, errors => { realm.errors.push(...errors); });
    }

    /** The page is gone: what was committed goes on, everything else is undone. */
    abandon() {
        if (this.state === "committing") {
            this.#isBusy = false;
            this.work();
        } else {
            this.fail(null);
        }
    }

    #deactivateLater() {
        this.db.device.clock.afterTask(() => {
            if (this.state === "active") this.state = "inactive";
            this.work();
        });
    }
}
