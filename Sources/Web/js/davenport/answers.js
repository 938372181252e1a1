// An entry: answers that the feed doesn't bring, such as groups and invites, kept with their tag and their age.

import { Problem } from "./api/answer.js";
import { conforms, operationOf } from "./api/operations.js";

/** @typedef {import("./davenport.js").Davenport} Davenport */
/** @typedef {{ operation: string, answer: any, tag: string | undefined, at: number }} Kept */

/** The maximum number of kept answers. Beyond it the copy forgets the older half. */
const most = 200;
/** The longest pause between attempts, in seconds: 1, 2, 4 … 60. */
const longestPause = 60;

/**
 * @template {keyof Wire.Operations} O
 * @param {O} operation
 * @param {App.CallOptions<O>} options
 */
function key(operation, options) {
    const { path = {}, query = {} } = /** @type {any} */ (options);
    return `${operation} ${JSON.stringify([path, query])}`;
}

/** Answers of single requests, kept with their tag. A page shows the kept one at once, and then the server's. */
export class Answers {
    /** @param {Davenport} davenport */
    constructor(davenport) {
        this.davenport = davenport;
        this.platform = davenport.platform;
        this.connection = davenport.connection;
    }

    get copy() { return this.davenport.copy; }

    /**
     * Shows an answer: the kept one, if there is one, then the server's.
     * @template {keyof Wire.Operations} O
     * @param {O} operation
     * @param {App.CallOptions<O>} options
     * @param {(shown: App.ShownAnswer<Wire.Operations[O]["answer"]>) => void} listener
     */
    watch(operation, options, listener) {
        const ended = new AbortController();
        /** @type {App.ShownAnswer<any>} */
        let shown = { answer: undefined, at: undefined, state: "loading" };
        /** @type {import("./platform.js").Timer | undefined} */
        let timer;
        /** @param {Partial<App.ShownAnswer<any>>} next */
        const show = next => {
            shown = { ...shown, problem: undefined, ...next };
            if (!ended.signal.aborted) listener(shown);
        };
        /** @param {number} attempt */
        const ask = async attempt => {
            this.platform.clearTimeout(timer);
            try {
                const { answer, at } = await this.fetched(operation, { ...options, signal: ended.signal });
                show({ answer, at: new Date(at), state: "ready" });
            } catch (error) {
                if (!(error instanceof Problem)) return;
                show({ state: "error", problem: error });
                if (!error.isTransient || ended.signal.aborted) return;
                const seconds = error.retryAfter ?? Math.min(2 ** attempt, longestPause);
                timer = this.platform.setTimeout(() => ask(attempt + 1), seconds * 1000);
            }
        };
        const begin = async () => {
            const found = await this.kept(operation, options);
            show(found ? { answer: found.answer, at: new Date(found.at), state: "stale" } : {});
            await ask(0);
        };
        begin();
        return { stop: () => { ended.abort(); this.platform.clearTimeout(timer); }, again: () => ask(0) };
    }

    /**
     * The server's answer, or the kept one if the server can't give one now.
     * @template {keyof Wire.Operations} O
     * @param {O} operation
     * @param {App.CallOptions<O>} options
     * @returns {Promise<{ answer: Wire.Operations[O]["answer"], at: Date, stale: boolean }>}
     */
    async read(operation, options = /** @type {any} */ ({})) {
        try {
            const { answer, at } = await this.fetched(operation, options);
            return { answer, at: new Date(at), stale: false };
        } catch (error) {
            const found = error instanceof Problem && error.isTransient ? await this.kept(operation, options) : undefined;
            if (!found) throw error;
            return { answer: found.answer, at: new Date(found.at), stale: true };
        }
    }

    /**
     * Forgets the kept answers of operations, after a write that changes them.
     * @param {(keyof Wire.Operations)[]} operations
     */
    async forget(...operations) {
        await this.copy?.database.transaction(["answers"], "readwrite", async stores => {
            for (const key of await stores.keys("answers")) {
                if (operations.includes((await stores.get("answers", key)).operation)) await stores.remove("answers", key);
            }
        });
    }

    /**
     * @template {keyof Wire.Operations} O
     * @param {O} operation
     * @param {App.CallOptions<O>} options
     * @returns {Promise<Kept>}
     */
    async fetched(operation, options) {
        const before = await this.kept(operation, options);
        const fetched = await this.connection.callTagged(operation, options, before?.tag).catch(async error => {
            // What is gone, or no longer mine, isn't kept either.
            const isOver = error instanceof Problem && !error.isTransient;
            if (isOver) await this.keep(key(operation, options), undefined).catch(() => {});
            throw error;
        });
        const at = this.platform.now();
        // Without a kept answer there is no tag, and the server confirms nothing.
        const next = fetched.isUnchanged
            ? { .../** @type {Kept} */ (before), at } : { operation, answer: fetched.answer, tag: fetched.tag, at };
        await this.keep(key(operation, options), next).catch(() => {});
        return next;
    }

    /**
     * The kept answer. One that can't be read, of an older version, is as if there were none.
     * @template {keyof Wire.Operations} O
     * @param {O} operation
     * @param {App.CallOptions<O>} options
     * @returns {Promise<Kept | undefined>}
     */
    async kept(operation, options) {
        const name = key(operation, options);
        const kept = await this.copy?.database.transaction(["answers"], "readonly", stores => stores.get("answers", name));
        const isReadable = kept && typeof kept.at === "number" && await isAnswer(operation, kept.answer).catch(() => false);
        return isReadable ? kept : undefined;
    }

    /**
     * @param {string} key
     * @param {Kept | undefined} answer
     */
    async keep(key, answer) {
        await this.copy?.database.transaction(["answers"], "readwrite", async stores => {
            if (!answer) return stores.remove("answers", key);
            await stores.put("answers", answer, key);
            const keys = await stores.keys("answers");
            if (keys.length <= most) return;
            const ages = await Promise.all(keys.map(async key => ({ key, at: (await stores.get("answers", key)).at })));
            ages.sort((a, b) => a.at - b.at);
            for (const { key } of ages.slice(0, most / 2)) await stores.remove("answers", key);
        });
    }
}

/**
 * Whether a kept answer still has the shape that its operation declares.
 * @param {keyof Wire.Operations} id
 * @param {unknown} body
 */
async function isAnswer(id, body) {
    const { successes } = await operationOf(id);
    const type = successes.get(200);
    return type === undefined || type.startsWith("@") || conforms(type, body);
}
