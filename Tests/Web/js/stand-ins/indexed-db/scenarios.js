// What a client can notice of IndexedDB, as functions that log it. They run against the stand-in in Node and against a browser's own database, and
// must log the same (indexed-db.test.js).

/** @typedef {{ indexedDB: IDBFactory, IDBKeyRange: typeof IDBKeyRange, log: (...words: unknown[]) => void }} World */

/**
 * @param {World} world
 * @param {string} name
 * @param {number} [version]
 * @param {(db: IDBDatabase, request: IDBOpenDBRequest) => void} [upgrade]
 * @returns {Promise<IDBDatabase>}
 */
function open({ indexedDB }, name, version, upgrade = () => {}) {
    return new Promise((resolve, reject) => {
        const request = indexedDB.open(name, version);
        request.onupgradeneeded = () => upgrade(request.result, request);
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
    });
}

/**
 * @template T
 * @param {IDBRequest<T>} request
 * @returns {Promise<T>}
 */
const answer = request => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
});

/** @param {IDBTransaction} transaction */
const ended = transaction => new Promise(resolve => {
    transaction.oncomplete = () => resolve("complete");
    transaction.onabort = () => resolve(`abort ${transaction.error?.name ?? null}`);
});

/** @param {() => unknown} body */
function refusal(body) {
    try {
        body();
        return "nothing thrown";
    } catch (error) {
        return /** @type {Error} */ (error).name;
    }
}

/** @param {IDBDatabase} db */
function tables(db) {
    const items = db.createObjectStore("items", { keyPath: ["collection", "id"] });
    items.createIndex("parent", ["collection", "parent"]);
    items.createIndex("pass", ["collection", "pass"]);
    db.createObjectStore("outbox", { keyPath: "id", autoIncrement: true });
    db.createObjectStore("drafts");
}

/** @type {Record<string, (world: World) => Promise<void>>} */
export const scenarios = {
    async upgradesAndVersions(world) {
        const first = await open(world, "versions", 2, db => { db.createObjectStore("b"); db.createObjectStore("a"); });
        world.log([...first.objectStoreNames], first.version, first.objectStoreNames.contains("a"));
        first.onversionchange = event => { world.log("versionchange", event.oldVersion, event.newVersion); first.close(); };
        await open(world, "versions", 1).catch(error => world.log(error.name));
        const second = await open(world, "versions", 3, (db, request) => {
            world.log("upgrade", [...db.objectStoreNames], request.transaction?.mode);
            db.deleteObjectStore("a");
        });
        world.log([...second.objectStoreNames], second.version);
        second.close();
        const third = await open(world, "versions");
        world.log(third.version);
        third.close();
        await open(world, "versions", 4, (_, request) => request.transaction?.abort()).catch(error => world.log(error.name));
        const fourth = await open(world, "versions");
        world.log(fourth.version, [...fourth.objectStoreNames]);
        fourth.close();
        await open(world, "never", 1, (_, request) => request.transaction?.abort()).catch(error => world.log(error.name));
        const made = await open(world, "never", 1, db => { db.createObjectStore("s"); });
        world.log(made.version, [...made.objectStoreNames]);
        made.close();
        world.log(await answer(world.indexedDB.deleteDatabase("never")) === undefined);
        await open(world, "thrown", 1, () => { throw new Error("on purpose"); }).catch(error => world.log(error.name));
    },

    async keysAndRanges(world) {
        const db = await open(world, "keys", 1, tables);
        const transaction = db.transaction(["items", "outbox", "drafts"], "readwrite");
        const [items, outbox, drafts] = ["items", "outbox", "drafts"].map(name => transaction.objectStore(name));
        for (const [collection, id, parent, pass] of [["c", "2", "r", 1], ["c", "1", "r", 3], ["c", "3", "s", 2], ["r", "r", undefined, 2], ["d", "9", "r", 1]]) {
            items.put({ collection, id, ...(parent !== undefined && { parent }), pass });
        }
        world.log(await answer(items.getAllKeys()));
        world.log(await answer(items.index("parent").getAllKeys(["c", "r"])));
        world.log(await answer(items.index("pass").getAll(world.IDBKeyRange.bound(["c", 0], ["c", 3], false, true))));
        world.log(await answer(items.index("pass").getAllKeys(world.IDBKeyRange.bound(["c", 0], ["c", Infinity], false, true))));
        world.log(await answer(items.get(["c", "1"])), await answer(items.get(["c", "0"])) === undefined, await answer(items.count()));
        world.log(await answer(outbox.put({ text: "a" })), await answer(outbox.put({ text: "b", id: 7 })), await answer(outbox.add({ text: "c" })));
        world.log(await answer(outbox.getAll()));
        for (const key of [1, "a", ["a"], [1, "b"], new Date(5), -1, "", "play:2", "play:1", "play;"]) drafts.put({ key }, key);
        world.log((await answer(drafts.getAllKeys())).map(key => key instanceof Date ? "date" : key));
        world.log(await answer(drafts.getAll(world.IDBKeyRange.bound("play:", "play;", false, true))), await answer(drafts.getAll(null, 2)));
        drafts.delete(world.IDBKeyRange.lowerBound("a"));
        world.log((await answer(drafts.getAllKeys())).length, await answer(drafts.getKey(1)), await answer(drafts.delete("none")) === undefined);
        world.log(await ended(transaction));
        db.close();
    },

    async refusesWhatIsWrong(world) {
        const db = await open(world, "wrong", 1, tables);
        const writing = db.transaction(["items", "outbox", "drafts"], "readwrite");
        const [items, outbox, drafts] = ["items", "outbox", "drafts"].map(name => writing.objectStore(name));
        world.log(refusal(() => items.put({ collection: "c" })), refusal(() => items.put({ collection: "c", id: "1" }, "k")));
        world.log(refusal(() => drafts.put({})), refusal(() => drafts.put({}, NaN)), refusal(() => drafts.put(() => {}, "k")));
        world.log(refusal(() => drafts.get(undefined)), refusal(() => drafts.get(/** @type {any} */ (null))), refusal(() => drafts.delete(/** @type {any} */ ({}))));
        world.log(refusal(() => outbox.put({ id: {} })), refusal(() => outbox.put(5)), refusal(() => writing.objectStore("none")), refusal(() => items.index("none")));
        world.log(refusal(() => world.IDBKeyRange.bound(2, 1)), refusal(() => world.IDBKeyRange.bound(1, 1, false, true)));
        world.log(refusal(() => db.transaction([])), refusal(() => db.transaction(["none"])), refusal(() => db.createObjectStore("x")));
        world.log(await ended(writing), refusal(() => items.get(["c", "1"])), refusal(() => writing.objectStore("items")), refusal(() => writing.abort()));
        const reading = db.transaction("items");
        world.log(refusal(() => reading.objectStore("items").put({ collection: "c", id: "1" })), refusal(() => reading.objectStore("outbox")));
        world.log(refusal(() => reading.objectStore("items").get(["c", "1"]).result), await ended(reading));
        db.close();
        world.log(refusal(() => db.transaction("items")));
    },

    async autoCommitsAndAborts(world) {
        const db = await open(world, "commits", 1, tables);
        const first = db.transaction("drafts", "readwrite");
        await answer(first.objectStore("drafts").put(1, "a"));
        await answer(first.objectStore("drafts").put(2, "b"));
        await Promise.resolve().then(() => {}).then(() => {});
        await answer(first.objectStore("drafts").put(3, "c"));
        world.log(await ended(first));
        const second = db.transaction("drafts", "readwrite");
        const store = second.objectStore("drafts");
        await answer(store.put(4, "d"));
        const late = store.put(5, "e").onerror = event => world.log("error", /** @type {any} */ (event.target).error.name);
        world.log(typeof late, refusal(() => second.abort()), await ended(second), refusal(() => store.put(6, "f")));
        const third = db.transaction("drafts", "readwrite");
        third.onerror = event => world.log("bubbled", /** @type {any} */ (event.target).error.name);
        await answer(third.objectStore("drafts").add(9, "a")).catch(error => world.log(error.name));
        world.log(await ended(third));
        const fourth = db.transaction("drafts", "readwrite");
        fourth.objectStore("drafts").add(9, "a").onerror = event => { event.preventDefault(); world.log("prevented"); };
        fourth.objectStore("drafts").put(7, "g");
        world.log(await ended(fourth));
        const fifth = db.transaction("drafts", "readwrite");
        const last = fifth.objectStore("drafts");
        const written = last.put(8, "h");
        fifth.commit();
        world.log(refusal(() => last.put(8, "i")), refusal(() => fifth.abort()), await answer(written), await ended(fifth));
        world.log(await answer(db.transaction("drafts").objectStore("drafts").getAllKeys()));
        db.close();
    },

    async generatorsGoBackWithAborts(world) {
        const db = await open(world, "generators", 1, tables);
        const first = db.transaction("outbox", "readwrite");
        world.log(await answer(first.objectStore("outbox").put({})), await answer(first.objectStore("outbox").put({})));
        first.abort();
        world.log(await ended(first));
        const second = db.transaction("outbox", "readwrite");
        world.log(await answer(second.objectStore("outbox").put({})), await ended(second));
        const third = db.transaction("outbox", "readwrite");
        third.objectStore("outbox").clear();
        world.log(await answer(third.objectStore("outbox").put({})), await ended(third));
        db.close();
    },

    async transactionsWaitForEachOther(world) {
        const [one, other] = [await open(world, "order", 1, tables), await open(world, "order", 1, tables)];
        const ends = [];
        const run = (/** @type {IDBDatabase} */ db, /** @type {string[]} */ names, /** @type {IDBTransactionMode} */ mode, /** @type {string} */ word) => {
            const transaction = db.transaction(names, mode);
            const store = transaction.objectStore(names[0]);
            const request = mode === "readonly" ? store.getAllKeys() : store.put(word, word);
            request.onsuccess = () => { world.log(word, request.result); };
            ends.push(ended(transaction).then(end => world.log(word, end)));
        };
        run(one, ["drafts"], "readwrite", "first");
        run(other, ["drafts"], "readwrite", "second");
        run(one, ["drafts"], "readonly", "third");
        run(other, ["drafts"], "readwrite", "fourth");
        run(one, ["drafts"], "readonly", "fifth");
        await Promise.all(ends);
        one.close();
        other.close();
    },

    async deletesWhileOthersHaveItOpen(world) {
        const polite = await open(world, "deleted", 1, tables);
        const stubborn = await open(world, "deleted", 1, tables);
        polite.onversionchange = event => { world.log("polite", event.oldVersion, event.newVersion); polite.close(); };
        stubborn.onversionchange = event => { world.log("stubborn", event.newVersion); };
        await answer(stubborn.transaction("drafts", "readwrite").objectStore("drafts").put(1, "a"));
        const request = world.indexedDB.deleteDatabase("deleted");
        const blocked = new Promise(resolve => { request.onblocked = resolve; });
        const gone = answer(request);
        await blocked;
        world.log("blocked", refusal(() => polite.transaction("drafts")));
        world.log(await answer(stubborn.transaction("drafts").objectStore("drafts").getAllKeys()));
        const again = open(world, "deleted", 1, (db, opening) => { world.log("made anew", [...db.objectStoreNames], opening.result.version); tables(db); });
        stubborn.close();
        world.log(await gone === undefined);
        const fresh = await again;
        world.log(await answer(fresh.transaction("drafts").objectStore("drafts").getAllKeys()));
        fresh.close();
        world.log(await answer(world.indexedDB.deleteDatabase("not there")) === undefined);
    },

    async copiesValues(world) {
        const db = await open(world, "copies", 1, tables);
        const transaction = db.transaction("drafts", "readwrite");
        const store = transaction.objectStore("drafts");
        const value = { text: "a", list: [1, undefined, null], when: new Date(5), map: new Map([["k", { v: 1 }]]), nothing: undefined, deep: { x: 1 } };
        const put = store.put(value, "v");
        value.deep.x = 2;
        await answer(put);
        const read = await answer(store.get("v"));
        world.log(read.text, read.list.length, read.list[1] === undefined, read.when.getTime(), read.map.get("k").v, "nothing" in read, read.deep.x);
        read.deep.x = 3;
        world.log((await answer(store.get("v"))).deep.x, read !== await answer(store.get("v")));
        world.log(await ended(transaction));
        db.close();
    },
};

/**
 * Runs all of them, and returns what each has logged.
 * @param {Omit<World, "log">} world
 * @returns {Promise<Record<string, string[]>>}
 */
export async function runAll(world) {
    /** @type {Record<string, string[]>} */
    const logs = {};
    for (const [name, scenario] of Object.entries(scenarios)) {
        const lines = logs[name] = /** @type {string[]} */ ([]);
        const log = (/** @type {unknown[]} */ ...words) => { lines.push(JSON.stringify(words)); };
        await scenario({ ...world, log }).catch(error => { lines.push(`failed: ${error.name} ${error.message}`); });
    }
    return logs;
}
