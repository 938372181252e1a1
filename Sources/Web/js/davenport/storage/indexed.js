// Connections and transactions of IndexedDB as promises.

/** @typedef {import("../platform.js").Platform} Platform */

/**
 * Opens a connection.
 * @param {Platform} platform
 * @param {string} name
 * @param {number} version
 * @param {Copy.Shape} shape
 * @param {boolean} creates whether the database is created if there is none. Otherwise another tab has erased it.
 * @returns {Promise<IDBDatabase>}
 */
export function connected({ indexedDB }, name, version, shape, creates) {
    return new Promise((resolve, reject) => {
        if (!indexedDB) throw new DOMException("There is no IndexedDB.", "InvalidStateError");
        const request = indexedDB.open(name, version);
        request.onupgradeneeded = event => {
            if (event.oldVersion === 0 && !creates) return request.transaction?.abort();
            const present = [...request.result.objectStoreNames];
            for (const name of present.filter(name => !shape[name])) request.result.deleteObjectStore(name);
            for (const [store, { keyPath, autoIncrement, indexes = {} }] of Object.entries(shape)) {
                if (present.includes(store)) continue;
                const made = request.result.createObjectStore(store, { keyPath: keyPath ?? null, autoIncrement });
                for (const [index, path] of Object.entries(indexes)) made.createIndex(index, path);
            }
        };
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
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
export async function run(platform, connection, names, mode, body) {
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
