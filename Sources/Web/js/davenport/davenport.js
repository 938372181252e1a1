// The entry of the library: everything that one page, or one tab, has of Davenport, and how a person signs in and out.
// docs/javascript-client.md shows how to use it.

import { Connection } from "./api/connection.js";
import { address } from "./api/operations.js";
import { loaded, Problem } from "./api/answer.js";
import { Drafts } from "./drafts.js";
import { Live } from "./live.js";
import { Outbox } from "./outbox.js";
import { Replica } from "./replica.js";
import { Session } from "./session.js";
import { Databases } from "./storage/databases.js";

export { address, loaded, Problem };

/** All parts of one page, which share one person's copy. */
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

/** What signing out would lose: writes that wait or were refused, moves of plays, and drafts with words in them. */
export class Unsent extends Error {
    /**
     * @param {readonly App.PendingWrite[]} writes
     * @param {number} moves of plays.
     * @param {ReturnType<import("./drafts.js").Drafts["withWords"]>} drafts
     */
    constructor(writes, moves, drafts) {
        const count = writes.length + moves + drafts.length;
        super(`${count} not sent yet`);
        this.count = count;
        this.writes = writes;
        this.moves = moves;
        this.drafts = drafts;
    }
}

/** Begins and ends sessions as the person asks. */
export class Signing {
    /** @param {Davenport} davenport */
    constructor(davenport) {
        this.davenport = davenport;
        this.connection = davenport.connection;
        this.session = davenport.session;
        this.deviceName = davenport.platform.deviceName;
    }

    /**
     * Keeps the slug for hosts that name no community.
     * @param {string} slug
     * @throws {Problem} `tenant_not_found`
     */
    async chooseTenant(slug) {
        await this.connection.call("showTenant", { tenant: slug });
        await this.session.setPreference("slug", slug);
        return this.session.tenant();
    }

    /**
     * @param {string} email
     * @param {string} password
     */
    async signIn(email, password) {
        const options = { body: { deviceName: this.deviceName }, tenant: this.session.preference("slug") };
        const { user } = await this.connection.logIn(email, password, options);
        await this.session.adopt(user);
        return user;
    }

    /**
     * Creates an account and signs in.
     * @param {Wire.NewUser} body
     * @param {string} [slug] the community of the link.
     */
    async signUp(body, slug) {
        const options = { body: { deviceName: this.deviceName, ...body }, tenant: slug ?? this.session.preference("slug") };
        const { user } = await this.connection.signUp(options);
        if (slug) await this.session.setPreference("slug", slug);
        await this.session.adopt(user);
        return user;
    }

    /**
     * Signs out and erases everything of this person on this device.
     * @param {{ evenUnsent?: boolean }} options
     * @throws {Unsent} if that would lose writes.
     * @throws {Problem} if the server can't be reached.
     */
    async signOut({ evenUnsent = false } = {}) {
        const { copy, outbox, drafts } = this.davenport;
        const writes = outbox.writes().filter(entry => entry.kind !== "read" && entry.kind !== "position");
        const late = outbox.notSent().filter(thing => thing.kind === "moves").length;
        const unsent = new Unsent(writes, (copy?.unsentMoves ?? 0) + late, drafts.withWords());
        if (!evenUnsent && unsent.count > 0) throw unsent;
        await this.session.leave(more => this.connection.request("endCurrentSession", undefined, more).catch(error => {
            if (error.status !== 401) throw error;
        }));
    }

    /**
     * Deletes the account and erases everything of this person on this device.
     * @param {Wire.Operations["deleteAccount"]["body"]} body
     * @throws {Problem} if it isn't deleted.
     */
    async deleteAccount(body) {
        await this.session.leave(more => this.connection.request("deleteAccount", { body }, more));
    }
}
