// Databases in IndexedDB, or in memory where there is none or no space is left.

import { loaded } from "../api/answer.js";

/** @typedef {import("./memory.js").MemoryDatabase} MemoryDatabase */
/** @typedef {import("./memory.js").SpareDatabase} SpareDatabase */
/** @typedef {import("../platform.js").Platform} Platform */
/** @typedef {import("../davenport.js").Topics} Topics */

/** Opens and erases databases. */
export class Databases {
    /**
     * @param {Platform} platform
     * @param {Topics} topics
     */
    constructor(platform, topics) {
        this.platform = platform;
        this.topics = topics;
    }

    /**
     * Opens a database, and creates it if there is none.
     * @param {string} name
     * @param {number} version is raised whenever a store is added or goes. Stores that stay keep their contents.
     * @param {Copy.Shape} shape
     * @param {boolean} [isRemade] whether it is created again if it was deleted while it was open. Otherwise it stays deleted.
     * @returns {Promise<Copy.Database>}
     */
    async open(name, version, shape, isRemade = false) {
        try {
            const database = new BrowserDatabase(this, name, version, shape, isRemade);
            await database.connect();
            return database;
        } catch {
            return this.inMemory(shape);
        }
    }

    /** The module of databases in memory, which few browsers need. */
    memory() { return loaded(import("./memory.js")); }

    /**
     * A database that lasts as long as the page.
     * @param {Copy.Shape} shape
     * @param {readonly { name: string, keys: IDBValidKey[], values: any[] }[]} [contents]
     * @returns {Promise<MemoryDatabase>}
     */
    async inMemory(shape, contents = []) {
        const { MemoryDatabase } = await this.memory();
        return new MemoryDatabase(shape, contents);
    }

    /**
     * Deletes a database that isn't open here.
     * @param {string} name
     */
    async erase(name) {
        const { indexedDB } = this.platform;
        if (!indexedDB) return;
        await new Promise(resolve => {
            const request = indexedDB.deleteDatabase(name);
            // A blocked request goes through as soon as the other tabs have closed their connections.
            request.onsuccess = request.onerror = request.onblocked = () => resolve(undefined);
        });
    }
}

/** @implements {Copy.Database} */
class BrowserDatabase {
    /**
     * A database in memory with the same contents, which has taken over since this one can't store any more.
     * @type {Promise<SpareDatabase> | undefined}
     */
    spare = undefined;

    /**
     * @param {Databases} databases
     * @param {string} name
     * @param {number} version
     * @param {Copy.Shape} shape
     * @param {boolean} isRemade
     */
    constructor(databases, name, version, shape, isRemade) {
        this.databases = databases;
        this.platform = databases.platform;
        this.isRemade = isRemade;
        this.name = name;
        this.version = version;
        this.shape = shape;
        /** @type {IDBDatabase | undefined} */
        this.connection = undefined;
        /** Whether it was deleted, here or by another tab. */
        this.isErased = false;
        /** Whether nobody reads it any more. What still ends is on disk, or fails: nobody would read it in memory. */
        this.isClosed = false;
    }

    get isPersistent() { return this.spare === undefined; }

    async connect() {
        if (this.isErased && !this.isRemade) throw deleted();
        this.connection?.close();
        const creates = this.isRemade || this.connection === undefined;
        const connection = await connected(this.platform, this.name, this.version, this.shape, creates);
        connection.onversionchange = event => {
            // Another tab deletes the database, or a newer version of the client opens it.
            this.isErased ||= event.newVersion === null;
            connection.close();
        };
        this.connection = connection;
        return connection;
    }

    /**
     * Runs the body in a transaction. It may run again: where no space is left, or the database can't be opened any more, memory
     * takes over until the page is closed.
     * @template T
     * @param {string[]} names
     * @param {"readonly" | "readwrite"} mode
     * @param {(stores: Copy.Stores) => Promise<T>} body
     * @returns {Promise<T>}
     */
    async transaction(names, mode, body) {
        try {
            if (!this.spare) return await this.attempt(names, mode, body);
        } catch (error) {
            const isGone = this.isErased && !this.isRemade;
            if (isGone || this.isClosed || !(isFull(error) || isLost(error))) throw error;
            this.takeOver();
        }
        return /** @type {SpareDatabase} */ (await this.spare).transaction(names, mode, body);
    }

    /** Lets memory take over. If its module can't be loaded, the next transaction tries again. */
    takeOver() {
        this.spare ??= this.databases.memory().then(({ SpareDatabase }) => SpareDatabase.of(this));
        this.spare.catch(() => { this.spare = undefined; });
        this.databases.topics.announce(["storage"]);
    }

    /**
     * Runs the body in a transaction on disk, twice if need be: browsers drop connections, of which Safari is the most eager.
     * @template T
     * @param {string[]} names
     * @param {"readonly" | "readwrite"} mode
     * @param {(stores: Copy.Stores) => Promise<T>} body
     */
    async attempt(names, mode, body) {
        try {
            return await run(this.platform, this.connection ?? await this.connect(), names, mode, body);
        } catch (error) {
            if (!isLost(error)) throw error;
            return run(this.platform, await this.connect(), names, mode, body);
        }
    }

    close() {
        this.isClosed = true;
        this.connection?.close();
    }

    /** @param {string[]} names */
    async clear(names) {
        /** @param {Copy.Stores} stores */
        const body = async stores => { for (const name of names) await stores.clear(name); };
        await (await this.spare)?.transaction(names, "readwrite", body);
        await this.attempt(names, "readwrite", body);
    }

    async erase() {
        // The stores are emptied first: another tab may keep the database from being deleted.
        await this.clear(Object.keys(this.shape)).catch(() => {});
        this.spare = undefined;
        this.isErased = true;
        this.close();
        await this.databases.erase(this.name);
    }
}

const deleted = () => new DOMException("The database was deleted.", "InvalidStateError");

/** @param {unknown} error */
function isFull(error) {
    return error instanceof Error && error.name === "QuotaExceededError";
}

/** @param {unknown} error */
function isLost(error) {
    return error instanceof DOMException && ["InvalidStateError", "UnknownError", "AbortError"].includes(error.name);
}

/**
 * Opens a connection.
 * @param {Platform} platform
 * @param {string} name
 * @param {number} version
 * @param {Copy.Shape} shape
 * @param {boolean} creates whether the database is created if there is none. Otherwise another tab has erased it.
 * @returns {Promise<IDBDatabase>}
 */
function connected({ indexedDB }, name, version, shape, creates) {
    return new Promise((resolve, reject) => {
        if (!indexedDB) throw new DOMException("There is no IndexedDB.", "InvalidStateError");
        const request = indexedDB.open(name, version);
        let isDeleted = false;
        request.onupgradeneeded = event => {
            isDeleted = event.oldVersion === 0 && !creates;
            if (isDeleted) return request.transaction?.abort();
            const present = [...request.result.objectStoreNames];
            for (const name of present.filter(name => !shape[name])) request.result.deleteObjectStore(name);
            for (const [store, { keyPath, autoIncrement, indexes = {} }] of Object.entries(shape)) {
                if (present.includes(store)) continue;
                const made = request.result.createObjectStore(store, { keyPath: keyPath ?? null, autoIncrement });
                for (const [index, path] of Object.entries(indexes)) made.createIndex(index, path);
            }
        };
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(isDeleted ? deleted() : request.error);
    });
}

/**
 * Runs the body in a transaction.
 * @template T
 * @param {Platform} platform
 * @param {IDBDatabase} connection
 * @param {string[]} names
 * @param {"readonly" | "readwrite"} mode
 * @param {(stores: Copy.Stores) => Promise<T>} body
 * @returns {Promise<T>}
 */
async function run(platform, connection, names, mode, body) {
    const transaction = connection.transaction(names, mode);
    const ended = new Promise((resolve, reject) => {
        transaction.oncomplete = resolve;
        transaction.onabort = () => reject(transaction.error ?? new DOMException("The transaction was aborted.", "AbortError"));
    });
    // The body's error goes first; this one is then only its consequence.
    ended.catch(() => {});
    let result;
    try {
        result = await body(stores(platform, transaction));
    } catch (error) {
        try { transaction.abort(); } catch { /* It has ended already. */ }
        throw error;
    }
    await ended;
    return result;
}

/**
 * @param {Platform} platform
 * @param {IDBTransaction} transaction
 * @returns {Copy.Stores}
 */
function stores(platform, transaction) {
    /** @param {string} name */
    const store = name => transaction.objectStore(name);
    return {
        get: (name, key) => answer(store(name).get(key)),
        all: (name, keys, index) => answer((index ? store(name).index(index) : store(name)).getAll(range(platform, keys))),
        keys: name => answer(store(name).getAllKeys()),
        put: (name, value, key) => answer(store(name).put(value, key)),
        remove: (name, keys) => answer(store(name).delete(range(platform, keys))),
        removeAll: async (name, keys, index) => {
            const found = await answer(store(name).index(index).getAllKeys(range(platform, keys)));
            for (const key of found) store(name).delete(key);
        },
        clear: name => answer(store(name).clear()),
        commit: () => transaction.commit(),
    };
}

/**
 * @template {Copy.Keys | undefined} K
 * @param {Platform} platform
 * @param {K} keys
 * @returns {K extends undefined ? any : IDBValidKey | IDBKeyRange}
 */
function range({ keyRange }, keys) {
    const isRange = typeof keys === "object" && "from" in keys;
    return /** @type {any} */ (isRange ? keyRange?.bound(keys.from, keys.to, false, true) : keys);
}

/**
 * @template T
 * @param {IDBRequest<T>} request
 * @returns {Promise<T>}
 */
function answer(request) {
    return new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
    });
}
