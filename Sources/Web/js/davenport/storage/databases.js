// Databases in IndexedDB, or in memory where there is none or no space is left.

import { loaded } from "../api/problem.js";
import { connected, run } from "./indexed.js";

/** @typedef {import("./memory.js").MemoryDatabase} MemoryDatabase */
/** @typedef {import("../platform.js").Platform} Platform */
/** @typedef {import("../davenport.js").Topics} Topics */

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

    /**
     * A database that lasts as long as the page.
     * @param {Copy.Shape} shape
     * @param {readonly { name: string, keys: IDBValidKey[], values: any[] }[]} [contents]
     * @returns {Promise<MemoryDatabase>}
     */
    async inMemory(shape, contents = []) {
        const { MemoryDatabase } = await loaded(import("./memory.js"));
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
     * @type {Promise<MemoryDatabase> | undefined}
     */
    spare = undefined;

    /**
     * What a person wrote and the disk still has, by store, when memory has taken over: the keys with the words, as JSON.
     * @type {Map<string, Map<IDBValidKey, string>>}
     */
    kept = new Map();

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
    }

    get isPersistent() { return this.spare === undefined; }

    async connect() {
        if (this.isErased && !this.isRemade) throw new DOMException("The database was deleted.", "InvalidStateError");
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
        if (this.spare) return this.inMemory(names, mode, body);
        try {
            return await this.attempt(names, mode, body);
        } catch (error) {
            const isGone = this.isErased && !this.isRemade;
            if (isGone || !(isFull(error) || isLost(error))) throw error;
            // Where memory's module can't be loaded either, the next transaction tries both again.
            this.spare ??= this.copied().catch(reason => { this.spare = undefined; throw reason; });
            this.databases.topics.announce(["storage"]);
            return this.inMemory(names, mode, body);
        }
    }

    /**
     * Runs the body in memory.
     * @template T
     * @param {string[]} names
     * @param {"readonly" | "readwrite"} mode
     * @param {(stores: Copy.Stores) => Promise<T>} body
     */
    async inMemory(names, mode, body) {
        const memory = /** @type {MemoryDatabase} */ (await this.spare);
        const result = await memory.transaction(names, mode, body);
        for (const name of mode === "readwrite" ? names : []) await this.forget(memory, name);
        return result;
    }

    /**
     * Deletes rows on disk that memory has deleted, or whose words it has changed: the next start would send or show them again.
     * A full disk lets rows be deleted, but not written.
     * @param {MemoryDatabase} memory
     * @param {string} name
     */
    async forget(memory, name) {
        const kept = this.kept.get(name);
        if (!kept?.size) return;
        const present = memory.words(name);
        const gone = [...kept.keys()].filter(key => present.get(key) !== kept.get(key));
        if (gone.length === 0) return;
        // If the database can't be opened now, the next transaction tries again.
        const deleted = this.attempt([name], "readwrite", stores => Promise.all(gone.map(key => stores.remove(name, key))));
        await deleted.then(() => gone.forEach(key => kept.delete(key)), () => {});
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

    /** Copies what is on disk into memory. What can't be read is fetched again. */
    async copied() {
        const names = Object.keys(this.shape);
        const contents = await this.attempt(names, "readonly", stores => Promise.all(names.map(async name => {
            const [keys, values] = await Promise.all([stores.keys(name), stores.all(name)]);
            return { name, keys, values };
        }))).catch(() => []);
        const memory = await this.databases.inMemory(this.shape, contents);
        for (const name of names) if (this.shape[name].words) this.kept.set(name, memory.words(name));
        return memory;
    }

    close() {
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

/** @param {unknown} error */
function isFull(error) {
    return error instanceof Error && error.name === "QuotaExceededError";
}

/** @param {unknown} error */
function isLost(error) {
    return error instanceof DOMException && ["InvalidStateError", "UnknownError", "AbortError"].includes(error.name);
}
