// A page's connection to a database.

import { Event, Names, Target } from "./events.js";
import { fault } from "./keys.js";
import { Records } from "./records.js";
import { ObjectStore } from "./stores.js";
import { Transaction } from "./transaction.js";

export class Connection extends Target {
    /** Whether it closes, or has closed. */
    isClosing = false;
    /** Whether the browser closed it. */
    isLost = false;
    /** @type {Transaction | undefined} */
    upgrade = undefined;
    /** @type {Set<Transaction>} */
    #live = new Set();

    /**
     * @param {import("./device.js").Database} database
     * @param {import("../realm.js").Realm} realm
     */
    constructor(database, realm) {
        super();
        [this.database, this.realm, this.device, this.version] = [database, realm, database.device, database.version];
        this.names = Names.sorted(database.stores.keys());
        realm.onEnd(() => this.#abandon());
    }

    get name() { return this.database.name; }
    get objectStoreNames() {
        return this.upgrade && !this.upgrade.isFinished ? Names.sorted(this.database.stores.keys()) : this.names;
    }

    /**
     * @param {string | Iterable<string>} names
     * @param {"readonly" | "readwrite"} [mode]
     */
    transaction(names, mode = "readonly") {
        if (this.upgrade && !this.upgrade.isFinished) throw fault(
            "InvalidStateError", "A version change transaction is running.",
        );
        if (this.isClosing) throw fault("InvalidStateError", "The database connection is closing.");
        const scope = typeof names === "string" ? [names] : [...new Set(names)];
        if (scope.some(name => !this.database.stores.has(name))) throw fault(
            "NotFoundError", "One of the object stores was not found.",
        );
        if (scope.length === 0) throw fault("InvalidAccessError", "The storeNames parameter was empty.");
        return this.begin(new Transaction(this, scope, mode));
    }

    /** @param {Transaction} transaction */
    begin(transaction) {
        this.#live.add(transaction);
        this.database.begin(transaction);
        return transaction;
    }

    /**
     * @param {string} name
     * @param {{ keyPath?: string | string[] | null, autoIncrement?: boolean }} [options]
     */
    createObjectStore(name, { keyPath = null, autoIncrement = false } = {}) {
        const upgrade = this.#upgrading();
        if (this.database.stores.has(name)) throw fault(
            "ConstraintError", "An object store with the specified name already exists.",
        );
        if (autoIncrement && (keyPath === "" || Array.isArray(keyPath))) throw fault("InvalidAccessError");
        const records = new Records(keyPath, autoIncrement === true);
        this.database.stores.set(name, records);
        upgrade.scope.add(name);
        return new ObjectStore(upgrade, name, records);
    }

    /** @param {string} name */
    deleteObjectStore(name) {
        this.#upgrading();
        if (!this.database.stores.delete(name)) throw fault("NotFoundError");
    }

    close() {
        this.isClosing = true;
        this.#closeWhenIdle();
    }

    /** The browser loses it, as Safari does: what runs fails, and so does everything later. */
    lose() {
        if (this.isClosing) return;
        this.isClosing = this.isLost = true;
        for (const transaction of [...this.#live]) transaction.fail(
            fault("UnknownError", "Connection to Indexed Database server lost.")
        );
        this.#closeWhenIdle();
        this.realm.later(() => { this.realm.errors.push(...this.dispatch(new Event("close"))); });
    }

    /** @param {Transaction} transaction */
    ended(transaction) {
        this.#live.delete(transaction);
        if (transaction === this.upgrade) this.names = Names.sorted(this.database.stores.keys());
        this.database.ended(transaction);
        this.#closeWhenIdle();
    }

    #upgrading() {
        if (!this.upgrade || this.upgrade.isFinished) throw fault(
            "InvalidStateError", "The database is not running a version change transaction.",
        );
        if (this.upgrade.state !== "active") throw fault("TransactionInactiveError");
        return this.upgrade;
    }

    #closeWhenIdle() {
        if (this.isClosing && this.#live.size === 0) this.database.closed(this);
    }

    #abandon() {
        this.isClosing = true;
        for (const transaction of [...this.#live]) transaction.abandon();
        this.#closeWhenIdle();
    }
}
