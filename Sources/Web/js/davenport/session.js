// Who is signed in on this device, and this device's switches. The session itself is a cookie that no script can read.

import { loaded } from "./api/answer.js";

/** @typedef {import("./davenport.js").Davenport} Davenport */
/** @typedef {"signedIn" | "signedOut" | "ended"} Why */
/** @typedef {(options: { keepsStorage: boolean }) => Promise<unknown>} Leaving a request that ends the session. */
/**
 * What the device's database keeps. `left` has the people whose session ended by a 401, and when: their outbox and drafts
 * wait for them. `revision` grows with each change.
 * @typedef {{
 *     person?: App.SignedInPerson, tenant?: Wire.TenantInfo, preferences: Partial<App.Preferences>, left: Record<string, number>,
 *     revision: number
 * }} Device
 */

const deviceShape = { device: {} };
/**
 * On a full disk an older draft stays: it has some of the words. An older comment of the outbox would be sent.
 * @type {Copy.Shape}
 */
const personShape = {
    items: { keyPath: ["collection", "id"], indexes: { parent: ["collection", "parent"], pass: ["collection", "pass"] } },
    documents: {}, cursor: {}, answers: {}, drafts: { words: () => "" },
    outbox: { keyPath: "id", autoIncrement: true, words: entry => entry.comment },
};
/** The time for which the outbox and drafts of an ended session stay for its person, in milliseconds: 30 days (rule 16.12). */
const patience = 30 * 86_400_000;
/** @type {App.Preferences} */
const usual = {
    theme: "system", shortcuts: true, gate: true, keepAwake: true, lines: "", flat: undefined, slug: undefined, push: undefined,
    pushDeclined: undefined,
};

/** Who is signed in, in every tab of this device. */
export class Session {
    /** @type {Copy.Database | undefined} */
    database = undefined;
    /** @type {Device} */
    device = { preferences: {}, left: {}, revision: 0 };
    /** Whether this tab ends the session itself, so that a 401 is no news. */
    isLeaving = false;
    /**
     * Who was signed in last in this page.
     * @type {string | undefined}
     */
    lastID = undefined;
    /** @type {Set<(person: App.SignedInPerson | undefined, why: Why) => void>} */
    listeners = new Set();

    /** @param {Davenport} davenport */
    constructor(davenport) {
        this.davenport = davenport;
        this.connection = davenport.connection;
        this.platform = davenport.platform;
        this.channel = this.platform.channel("davenport");
        this.channel?.addEventListener("message", ({ data }) => { this.hear(data); });
        davenport.connection.userID = () => this.device.person?.userID;
        davenport.connection.onUnauthenticated = () => { if (this.device.person && !this.isLeaving) this.end(); };
    }

    get copy() { return this.davenport.copy; }

    /** Reads who is signed in, and begins with their copy. */
    async start() {
        this.database = await this.davenport.databases.open("davenport", 1, deviceShape, true);
        await this.readDevice();
        // Without a database, only the server knows who is signed in.
        if (!this.database.isPersistent) await this.connection.call("showMe").then(me => this.adopt(me), () => {});
        else await this.begin();
        const { left } = this.device;
        const late = Object.keys(left).filter(id => left[id] < this.platform.now() - patience);
        if (late.length > 0) await this.ending().then(module => module.forgetLeft(this, late), () => {});
        return this.device.person;
    }

    /** Loads what ends a session, which is needed only when one ends. */
    ending() { return loaded(import("./session/ending.js")); }

    /** Who is signed in. */
    current() { return this.device.person; }

    /**
     * Calls the listener whenever somebody signed in or out, here or in another tab.
     * @param {(person: App.SignedInPerson | undefined, why: Why) => void} listener
     */
    subscribe(listener) {
        this.listeners.add(listener);
        return () => { this.listeners.delete(listener); };
    }

    /** The community as it was kept last. */
    keptTenant() { return this.device.tenant; }

    /** Reads the community. Announces the topic `tenant` if it has changed. */
    async tenant() {
        const tenant = await this.connection.call("showTenant", { tenant: this.device.preferences.slug });
        if (isSame(tenant, this.device.tenant)) return tenant;
        await this.change(() => ({ tenant }));
        this.spread();
        this.davenport.topics.announce(["tenant"]);
        return tenant;
    }

    /**
     * A switch of this device.
     * @template {keyof App.Preferences} N
     * @param {N} name
     * @returns {App.Preferences[N]}
     */
    preference(name) {
        return this.device.preferences[name] ?? usual[name];
    }

    /**
     * @template {keyof App.Preferences} N
     * @param {N} name
     * @param {App.Preferences[N]} value
     */
    async setPreference(name, value) {
        await this.change(({ preferences }) => ({ preferences: { ...preferences, [name]: value } }));
        this.spread();
    }

    /**
     * Begins with a person who has signed in. What others wrote goes on waiting for them.
     * @param {Wire.Me} me
     */
    async adopt(me) {
        const { copy } = this;
        const { person } = this.device;
        const before = person?.userID === me.id ? undefined : person?.userID;
        const module = before === undefined ? undefined : await this.ending();
        await this.davenport.drafts.flush();
        this.halt();
        if (before !== undefined) await module?.setAside(this, before, copy?.database);
        await this.change(({ left: { [me.id]: own, ...others } }) => {
            return { person: { userID: me.id, username: me.username }, left: others };
        });
        const database = await this.openPerson(me.id);
        await database.transaction(["documents"], "readwrite", async stores => {
            // The feed of another tab may have brought a newer one, if this page was suspended meanwhile.
            if (!await stores.get("documents", "me")) await stores.put("documents", { pass: 0, body: me }, "me");
        });
        database.close();
        await this.begin(database);
        this.spread("signedIn");
        this.announce("signedIn");
    }

    /**
     * Runs a request that ends the session, and erases everything of this person on this device if it succeeds.
     * @param {Leaving} request
     */
    async leave(request) {
        await (await this.ending()).leave(this, request);
    }

    /**
     * Erases everything of a person on this device.
     * @param {string} [userID]
     */
    async erase(userID = this.lastID) {
        await (await this.ending()).erase(this, userID);
    }

    /** Ends the session here after a 401: erases everything but the outbox and drafts. Without its module, the next 401 does. */
    async end() {
        await this.ending().then(module => module.end(this), () => {});
    }

    /**
     * Keeps drafts of somebody whose session ended.
     * @param {string} userID
     * @param {readonly { place: string, draft: unknown }[]} drafts
     */
    async keepDrafts(userID, drafts) {
        await (await this.ending()).keepDrafts(this, userID, drafts);
    }

    /** @param {Copy.Database} [opened] */
    async begin(opened) {
        const { person } = this.device;
        if (!person) return;
        const { userID } = person;
        this.lastID = userID;
        const { replica, outbox, drafts, live, databases } = this.davenport;
        const database = opened?.isPersistent === false ? opened : await this.openPerson(userID);
        // A damaged database doesn't keep anybody from working.
        await replica.start(userID, database).catch(async () => replica.start(userID, await databases.inMemory(personShape)));
        const { copy } = this.davenport;
        if (!copy) return;
        copy.end = () => { this.end(); };
        // Everything is fetched anew when the community's features have changed.
        copy.onAnew = () => { this.tenant().catch(() => {}); };
        await drafts.start(copy);
        await outbox.start(copy);
        live.start(copy);
    }

    /** Stops everything that works for the person. */
    halt() {
        this.davenport.live.stop();
        this.copy?.sender?.stop();
        this.davenport.replica.stop();
    }

    /** @param {string} userID */
    openPerson(userID) {
        return this.davenport.databases.open(personName(userID), 1, personShape);
    }

    async readDevice() {
        const kept = await this.database?.transaction(["device"], "readonly", stores => stores.get("device", "device"));
        this.device = readable(kept);
    }

    /**
     * Changes what the device keeps, here and on disk.
     * @param {(device: Device) => Partial<Device>} update
     */
    async change(update) {
        this.device = { ...this.device, ...update(this.device), revision: this.device.revision + 1 };
        await this.database?.transaction(["device"], "readwrite", stores => stores.put("device", this.device, "device"));
    }

    /**
     * Sends the device's state to the other tabs.
     * @param {Why} [why]
     */
    spread(why) {
        this.channel?.postMessage({ why, device: this.device });
    }

    /**
     * Follows what another tab has changed.
     * @param {{ why?: Why, device: Device }} message
     */
    async hear({ why, device }) {
        const { person, tenant } = this.device;
        // The message has the device's state, since its database may just have been erased.
        this.device = device;
        if (!isSame(tenant, device.tenant)) this.davenport.topics.announce(["tenant"]);
        // What only this tab's memory has would go.
        const keepsCopy = why !== "signedIn" || this.copy?.database.isPersistent === false;
        if (person?.userID === device.person?.userID && keepsCopy) return;
        this.halt();
        // The other tab may have erased the database again, which it says next.
        await this.begin().catch(error => { if (error.name !== "InvalidStateError") throw error; });
        if (why) this.announce(why);
    }

    /** @param {Why} why */
    announce(why) {
        for (const listener of [...this.listeners]) listener(this.device.person, why);
    }
}

/**
 * The name of a person's database.
 * @param {string} userID
 */
export function personName(userID) {
    return `davenport-${userID}`;
}

/** @type {(one: unknown, other: unknown) => boolean} */
const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/**
 * @param {any} kept of this version or an older one.
 * @returns {Device}
 */
function readable(kept) {
    const { person, tenant, preferences, left, revision = 0 } = Object(kept);
    return {
        preferences: Object(preferences), left: Object(left), revision, ...(typeof person?.userID === "string" && { person }),
        ...(typeof tenant?.slug === "string" && Array.isArray(tenant.features) && { tenant }),
    };
}
