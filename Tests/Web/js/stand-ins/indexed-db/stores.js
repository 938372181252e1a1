// Requests, object stores and indexes, as a page sees them.

import { Names, Target } from "./events.js";
import { at, copied, fault, isKey, rangeOf } from "./keys.js";

export class Request extends Target {
    readyState = "pending";
    /** @type {any} */
    #result = undefined;
    /** @type {any} */
    #error = null;

    /**
     * @param {any} source
     * @param {import("./transaction.js").Transaction | null} transaction
     */
    constructor(source, transaction) {
        super();
        [this.source, this.transaction] = [source, transaction];
        this.parent = transaction ?? undefined;
    }

    get result() {
        this.#check();
        return this.#result;
    }

    get error() {
        this.#check();
        return this.#error;
    }

    /** @param {any} result @param {any} error */
    settle(result, error) {
        this.readyState = "done";
        [this.#result, this.#error] = [result, error];
    }

    #check() {
        if (this.readyState !== "done") throw fault("InvalidStateError", "The request has not finished.");
    }
}

/** What stores and indexes have in common: reading. */
class Source {
    /**
     * @param {import("./transaction.js").Transaction} transaction
     * @param {string} name
     * @param {import("./records.js").Records} records
     * @param {string} [index]
     */
    constructor(transaction, name, records, index) {
        [this.transaction, this.name, this.records, this.indexName] = [transaction, name, records, index];
    }

    /** @param {any} query */
    get(query) { return this.#first(query, row => copied(row.value)); }

    /** @param {any} query */
    getKey(query) { return this.#first(query, row => copied(row.primary)); }

    /** @param {any} [query] @param {number} [count] */
    getAll(query, count) { return this.#every(query, count, row => copied(row.value)); }

    /** @param {any} [query] @param {number} [count] */
    getAllKeys(query, count) { return this.#every(query, count, row => copied(row.primary)); }

    /** @param {any} [query] */
    count(query) {
        const range = rangeOf(query);
        return this.place(() => this.records.found(range, this.indexName).length);
    }

    /**
     * @param {() => any} run
     * @param {boolean} [writes]
     */
    place(run, writes = false) {
        this.check();
        const request = new Request(this, this.transaction);
        this.transaction.place({ request, run, writes });
        return request;
    }

    check() {
        if (this.transaction.state !== "active") throw fault("TransactionInactiveError", "The transaction is inactive or finished.");
    }

    /** @param {any} query @param {(row: any) => any} part */
    #first(query, part) {
        this.check();
        const range = rangeOf(query, true);
        return this.place(() => {
            const row = this.records.found(range, this.indexName)[0];
            return row && part(row);
        });
    }

    /** @param {any} query @param {number | undefined} count @param {(row: any) => any} part */
    #every(query, count, part) {
        this.check();
        const range = rangeOf(query);
        return this.place(() => this.records.found(range, this.indexName).slice(0, count || undefined).map(part));
    }
}

class Index extends Source {
    get objectStore() { return this.transaction.objectStore(this.name); }
}

export class ObjectStore extends Source {
    get keyPath() { return this.records.keyPath; }
    get autoIncrement() { return this.records.autoIncrement; }
    get indexNames() { return Names.sorted(this.records.indexes.keys()); }

    /** @param {any} value @param {any} [key] */
    put(value, key) { return this.#store(value, key, true); }

    /** @param {any} value @param {any} [key] */
    add(value, key) { return this.#store(value, key, false); }

    /** @param {any} query */
    delete(query) {
        this.#checkWritable();
        const range = rangeOf(query, true);
        return this.place(() => this.records.remove(range), true);
    }

    clear() {
        this.#checkWritable();
        return this.place(() => { this.records.rows = []; }, true);
    }

    /** @param {string} name */
    index(name) {
        if (this.transaction.isFinished) throw fault("InvalidStateError");
        if (!this.records.indexes.has(name)) throw fault("NotFoundError", "The specified index was not found.");
        return new Index(this.transaction, this.name, this.records, name);
    }

    /**
     * @param {string} name
     * @param {string | string[]} keyPath
     * @param {{ unique?: boolean, multiEntry?: boolean }} [options]
     */
    createIndex(name, keyPath, { unique = false, multiEntry = false } = {}) {
        if (this.transaction.mode !== "versionchange") throw fault("InvalidStateError");
        this.check();
        if (this.records.indexes.has(name)) throw fault("ConstraintError");
        this.records.indexes.set(name, { keyPath, unique, multiEntry });
        return new Index(this.transaction, this.name, this.records, name);
    }

    /** @param {any} value @param {any} key @param {boolean} replaces */
    #store(value, key, replaces) {
        this.#checkWritable();
        const { keyPath, autoIncrement } = this.records;
        if (keyPath !== null && key !== undefined) throw fault("DataError", "The store uses in-line keys and the key parameter was provided.");
        if (keyPath === null && !autoIncrement && key === undefined) throw fault("DataError", "The store uses out-of-line keys.");
        if (key !== undefined && !isKey(key)) throw fault("DataError", "The parameter is not a valid key.");
        const copy = copied(value);
        const used = keyPath === null ? copied(key) : at(copy, keyPath);
        if (used !== undefined && !isKey(used)) throw fault("DataError", "The key path yielded a value that is not a valid key.");
        if (used === undefined && !autoIncrement) throw fault("DataError", "The key path did not yield a value.");
        if (used === undefined && keyPath !== null && (typeof copy !== "object" || copy === null)) throw fault("DataError");
        return this.place(() => {
            this.transaction.db.device.checkSpace();
            return copied(this.records.put(copy, used, replaces));
        }, true);
    }

    #checkWritable() {
        this.check();
        if (this.transaction.mode === "readonly") throw fault("ReadOnlyError", "The transaction is read-only.");
    }
}

