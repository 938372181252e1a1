// The entry of the library: everything that one page, or one tab, has of Davenport. docs/javascript-client.md shows how to use
// it.

import { Answers } from "./answers.js";
import { Connection } from "./api/connection.js";
import { address } from "./api/operations.js";
import { ownFile } from "./api/own-file.js";
import { loaded, Problem } from "./api/problem.js";
import { Drafts } from "./drafts.js";
import { Live } from "./live.js";
import { Outbox } from "./outbox.js";
import { Replica } from "./replica.js";
import * as timestamp from "./rules/timestamp.js";
import { Session } from "./session.js";
import { Databases } from "./storage/databases.js";

export { address, loaded, ownFile, Problem, timestamp };

export class Davenport {
    /**
     * The copy of the person who is signed in.
     * @type {Copy.Memory | undefined}
     */
    copy = undefined;
    /**
     * The parts that were asked for by `use`.
     * @type {Map<Function, any>}
     */
    used = new Map();

    /** @param {import("./platform.js").Platform} platform */
    constructor(platform) {
        this.platform = platform;
        this.topics = new Topics(error => platform.report(error));
        this.databases = new Databases(platform, this.topics);
        this.connection = new Connection(platform);
        this.replica = new Replica(this);
        this.outbox = new Outbox(this);
        this.drafts = new Drafts(this);
        this.answers = new Answers(this);
        this.live = new Live(this);
        this.session = new Session(this);
    }

    /** A new UUID of version 7, which begins with its time, so that ids sort in the order of creation. */
    newID() {
        const bytes = this.platform.randomBytes(16);
        const now = this.platform.now();
        for (let place = 0; place < 6; place++) bytes[place] = Math.floor(now / 2 ** (40 - 8 * place)) % 256;
        bytes[6] = 0x70 | (bytes[6] & 0x0F);
        bytes[8] = 0x80 | (bytes[8] & 0x3F);
        const hex = Array.from(bytes, byte => byte.toString(16).padStart(2, "0")).join("");
        return hex.replace(/(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
    }

    /**
     * The one instance of a part that isn't loaded with the others, such as `Comments` of room.js.
     * @template T
     * @template {unknown[]} N
     * @param {new (davenport: Davenport, ...needs: N) => T} Part
     * @param {N} needs what its constructor takes besides.
     * @returns {T}
     */
    use(Part, ...needs) {
        if (!this.used.has(Part)) this.used.set(Part, new Part(this, ...needs));
        return this.used.get(Part);
    }

    /** @param {Copy.Memory | undefined} copy */
    setCopy(copy) {
        this.copy?.channel?.close();
        this.copy = copy;
    }
}

/** What has changed, by topic: `rooms`, `room:ID`, `writes` and so on (App.Topic). */
export class Topics {
    /** @type {Set<{ topics: ReadonlySet<string>, listener: (changed: ReadonlySet<string>) => void }>} */
    subscriptions = new Set();
    /** @type {Set<string>} */
    announced = new Set();

    /** @param {(error: unknown) => void} report takes a listener's fault. */
    constructor(report) {
        this.report = report;
    }

    /**
     * Calls the listener after any of the topics has changed, once for many changes.
     * @param {readonly string[]} topics
     * @param {(changed: ReadonlySet<string>) => void} listener
     * @returns {() => void} ends the subscription.
     */
    subscribe(topics, listener) {
        const subscription = { topics: new Set(topics), listener };
        this.subscriptions.add(subscription);
        return () => { this.subscriptions.delete(subscription); };
    }

    /** @param {Iterable<string>} topics */
    announce(topics) {
        if (this.announced.size === 0) queueMicrotask(() => this.deliver());
        for (const topic of topics) this.announced.add(topic);
    }

    deliver() {
        const topics = this.announced;
        this.announced = new Set();
        for (const subscription of [...this.subscriptions]) {
            if (!this.subscriptions.has(subscription)) continue;
            const heard = new Set([...topics].filter(topic => subscription.topics.has(topic)));
            try {
                if (heard.size > 0) subscription.listener(heard);
            } catch (error) {
                // One listener's fault doesn't keep the others from hearing.
                this.report(error);
            }
        }
    }
}
