// The databases of one device, which all its pages share.

import { Event } from "./events.js";
import { compare, fault, isKey, KeyRange } from "./keys.js";
import { Request } from "./stores.js";
import { Connection } from "./connection.js";
import { Transaction } from "./transaction.js";

/** IndexedDB of one device. `of` gives a page its own `indexedDB`. */
export class IndexedDBDevice {
    /** Where a full disk is noticed; undefined while there is space. @type {"request" | "commit" | undefined} */
    full = undefined;
    /** How many of the next attempts to open a database fail. */
    failingOpens = 0;
    /** @type {Map<string, Database>} */
    databases = new Map();

    /**
     * @param {import("../clock.js").Clock} clock
     * @param {() => number} [pause] how long the device takes for a request, in milliseconds.
     */
    constructor(clock, pause = () => 0) {
        [this.clock, this.pause] = [clock, pause];
    }

    get isFullAtCommit() { return this.full === "commit"; }

    checkSpace() {
        if (this.full === "request") throw fault("QuotaExceededError", "The disk is full.");
    }

    /** @param {() => void} run */
    later(run) { this.clock.later(run, this.pause()); }

    /** @param {string} name */
    database(name) {
        const database = this.databases.get(name) ?? new Database(this, name);
        this.databases.set(name, database);
        return database;
    }

    /** Loses the connections of all pages, or of one. @param {import("../realm.js").Realm} [realm] */
    loseConnections(realm) {
        for (const { connections } of this.databases.values()) {
            for (const connection of [...connections]) if (!realm || connection.realm === realm) connection.lose();
        }
    }

    /** Erases all databases, as a browser does after `Clear-Site-Data`. */
    erase() {
        this.loseConnections();
        for (const database of this.databases.values()) [database.version, database.stores] = [0, new Map()];
    }

    /** @param {import("../realm.js").Realm} realm */
    of(realm) { return new Factory(this, realm); }
}

/** `indexedDB` of one page. */
class Factory {
    /**
     * @param {IndexedDBDevice} device
     * @param {import("../realm.js").Realm} realm
     */
    constructor(device, realm) {
        [this.device, this.realm] = [device, realm];
    }

    /** @param {string} name @param {number} [version] */
    open(name, version) {
        if (
            version !== undefined && !(Math.floor(version) >= 1)
        ) throw new TypeError("The version isn't a whole number from 1 on.");
        const request = new Request(null, null);
        const database = this.device.database(name);
        database.enqueue(this.realm, done => database.open(this.realm, request, version, done));
        return request;
    }

    /** @param {string} name */
    deleteDatabase(name) {
        const request = new Request(null, null);
        const database = this.device.database(name);
        database.enqueue(this.realm, done => database.erase(this.realm, request, done));
        return request;
    }

    async databases() {
        return [...this.device.databases.values()].flatMap(({ name, version }) => version > 0 ? [{ name, version }] : []);
    }

    /** @param {any} one @param {any} other */
    cmp(one, other) {
        if (!isKey(one) || !isKey(other)) throw fault("DataError");
        return compare(one, other);
    }
}

/** One database: what it holds, who has it open, and what waits for it. */
export class Database {
    version = 0;
    /** @type {Map<string, import("./records.js").Records>} */
    stores = new Map();
    /** @type {Set<Connection>} */
    connections = new Set();
    /** @type {Transaction[]} those that haven't ended, in the order of their beginnings. */
    #transactions = [];
    /** @type {((done: () => void) => void)[]} */
    #queue = [];
    #isBusy = false;
    /** @type {(() => void) | undefined} */
    #whenClosed = undefined;

    /**
     * @param {IndexedDBDevice} device
     * @param {string} name
     */
    constructor(device, name) {
        [this.device, this.name] = [device, name];
    }

    /** @param {Transaction} transaction */
    begin(transaction) {
        this.#transactions.push(transaction);
        this.#startAll();
    }

    /** @param {Transaction} transaction */
    ended(transaction) {
        this.#transactions = this.#transactions.filter(other => other !== transaction);
        this.#startAll();
    }

    /** @param {Connection} connection */
    closed(connection) {
        if (this.connections.delete(connection)) this.#whenClosed?.();
    }

    /**
     * Opens and deletes one after another.
     * @param {import("../realm.js").Realm} realm
     * @param {(done: () => void) => void} job
     */
    enqueue(realm, job) {
        this.#queue.push(done => {
            let isDone = false;
            const end = () => {
                if (!isDone) done();
                isDone = true;
            };
            if (!realm.isAlive) return end();
            realm.onEnd(end);
            job(end);
        });
        this.#next();
    }

    /**
     * @param {import("../realm.js").Realm} realm
     * @param {Request} request
     * @param {number | undefined} wanted
     * @param {() => void} done
     */
    open(realm, request, wanted, done) {
        const version = wanted ?? (this.version || 1);
        if (this.device.failingOpens > 0) {
            this.device.failingOpens -= 1;
            return this.#refuse(realm, request, fault("UnknownError", "Internal error opening backing store."), done);
        }
        if (version < this.version) return this.#refuse(realm, request, fault("VersionError"), done);
        if (version === this.version) return this.#succeed(realm, request, this.#connect(realm), done);
        this.#whenFree(realm, request, version, () => this.#upgrade(realm, request, version, done));
    }

    /**
     * @param {import("../realm.js").Realm} realm
     * @param {Request} request
     * @param {() => void} done
     */
    erase(realm, request, done) {
        this.#whenFree(realm, request, null, () => {
            const oldVersion = this.version;
            [this.version, this.stores] = [0, new Map()];
            done();
            realm.later(() => {
                request.settle(undefined, null);
                realm.errors.push(...request.dispatch(new Event("success", { oldVersion, newVersion: null })));
            });
        });
    }

    /** @param {import("../realm.js").Realm} realm @param {Request} request @param {number} version @param {() => void} done */
    #upgrade(realm, request, version, done) {
        const { version: oldVersion, stores } = this;
        const begun = this.stores = new Map(stores);
        this.version = version;
        const undo = () => { [this.version, this.stores, connection.version] = [oldVersion, stores, oldVersion]; };
        // A frozen page may be killed, or lose its connection, before it upgrades.
        const giveUp = () => { if (!connection.upgrade && this.stores === begun) undo(); };
        realm.onEnd(giveUp);
        const connection = this.#connect(realm);
        realm.run(() => {
            if (connection.isLost) {
                giveUp();
                return this.#refuse(realm, request, fault("AbortError", "The connection was closed."), done);
            }
            const upgrade = connection.upgrade = new Transaction(connection, [...stores.keys()], "versionchange");
            upgrade.undo = undo;
            upgrade.addEventListener("complete", () => {
                request.transaction = null;
                if (connection.isClosing) this.#refuse(realm, request, fault("AbortError", "The connection was closed."), done);
                else this.#succeed(realm, request, connection, done);
            });
            upgrade.addEventListener("abort", () => {
                connection.close();
                request.transaction = null;
                this.#refuse(
                    realm, request, fault("AbortError", "Version change transaction was aborted in upgradeneeded event handler."),
                    done,
                );
            });
            request.settle(connection, null);
            request.transaction = upgrade;
            connection.begin(upgrade);
            const thrown = request.dispatch(new Event("upgradeneeded", { oldVersion, newVersion: version }));
            realm.errors.push(...thrown);
            if (thrown.length > 0) upgrade.fail(fault("AbortError"));
        });
    }

    /** @param {import("../realm.js").Realm} realm */
    #connect(realm) {
        const connection = new Connection(this, realm);
        this.connections.add(connection);
        return connection;
    }

    /**
     * Goes on once no connection is open any more.
     * @param {import("../realm.js").Realm} realm
     * @param {Request} request
     * @param {number | null} version
     * @param {() => void} go
     */
    #whenFree(realm, request, version, go) {
        const oldVersion = this.version;
        for (const connection of this.connections) {
            connection.realm.later(() => {
                const event = new Event("versionchange", { oldVersion, newVersion: version });
                if (!connection.isClosing) connection.realm.errors.push(...connection.dispatch(event));
            });
        }
        this.device.clock.later(() => {
            if (!realm.isAlive) return;
            const blocked = () => {
                realm.errors.push(...request.dispatch(new Event("blocked", { oldVersion, newVersion: version })));
            };
            if ([...this.connections].some(connection => !connection.isClosing)) realm.run(blocked);
            this.#whenClosed = () => {
                if (this.connections.size > 0) return;
                this.#whenClosed = undefined;
                if (realm.isAlive) go();
            };
            this.#whenClosed();
        });
    }

    /**
     * @param {import("../realm.js").Realm} realm
     * @param {Request} request
     * @param {Connection} connection
     * @param {() => void} done
     */
    #succeed(realm, request, connection, done) {
        done();
        realm.later(() => {
            request.settle(connection, null);
            realm.errors.push(...request.dispatch(new Event("success")));
        });
    }

    /** @param {import("../realm.js").Realm} realm @param {Request} request @param {any} error @param {() => void} done */
    #refuse(realm, request, error, done) {
        done();
        realm.later(() => {
            request.settle(undefined, error);
            realm.errors.push(...request.dispatch(new Event("error", { bubbles: true })));
        });
    }

    #startAll() {
        const waiting = this.#transactions;
        for (const [place, transaction] of waiting.entries()) {
            if (transaction.isStarted) continue;
            if (!waiting.slice(0, place).some(earlier => transaction.waitsFor(earlier))) transaction.start();
        }
    }

    #next() {
        if (this.#isBusy || this.#queue.length === 0) return;
        this.#isBusy = true;
        const job = /** @type {(done: () => void) => void} */ (this.#queue.shift());
        this.device.later(() => job(() => {
            this.#isBusy = false;
            this.#next();
        }));
    }
}

export { KeyRange };
