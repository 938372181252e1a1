// Who is signed in on this device, and this device's switches. The session itself is a cookie that no script can read.

import { call } from "./api.js";
import * as live from "./live.js";
import * as outbox from "./outbox.js";
import * as replica from "./replica.js";
import { announce as publish, memory } from "./replica/memory.js";
import { onUnauthenticated } from "./request.js";
import { erase as eraseDatabase, inMemory, open } from "./storage/database.js";

/** @typedef {"signedIn" | "signedOut" | "ended"} Why */
/**
 * What the device's database keeps. `left` has the people whose session ended by a 401, and when: their outbox and drafts
 * wait for them.
 * @typedef {{ person?: App.SignedInPerson, tenant?: Wire.TenantInfo, preferences: Partial<App.Preferences>, left: Record<string, number> }} Device
 */

const deviceShape = { device: {} };
/** @type {Copy.Shape} */
const personShape = {
    items: { keyPath: ["collection", "id"], indexes: { parent: ["collection", "parent"], pass: ["collection", "pass"] } },
    documents: {}, cursor: {}, answers: {}, drafts: { words: row => row }, outbox: { keyPath: "id", autoIncrement: true, words: entry => entry.comment },
};
/** How long the outbox and drafts of somebody whose session ended wait for them, in milliseconds: 30 days. */
const patience = 30 * 86_400_000;
/** @type {App.Preferences} */
const usual = { theme: "system", shortcuts: true, gate: true, keepAwake: true, lines: "", flat: undefined, slug: undefined, push: undefined };

/** @type {Copy.Database | undefined} */
let database;
/** @type {Device} */
let device = { preferences: {}, left: {} };
/** Whether this tab ends the session itself, so that a 401 is no news. */
let isLeaving = false;
/** @type {Set<(person: App.SignedInPerson | undefined, why: Why) => void>} */
const listeners = new Set();
const channel = "BroadcastChannel" in globalThis ? new BroadcastChannel("davenport") : undefined;

onUnauthenticated(() => { if (device.person && !isLeaving) end(); });
channel?.addEventListener("message", async ({ data }) => {
    const before = device.person?.userID;
    const kept = device.tenant;
    // The message has the device's state, since its database may just have been erased.
    device = data.device;
    if (!isSame(kept, device.tenant)) publish(["tenant"]);
    if (before === device.person?.userID && data.why !== "signedIn") return;
    halt();
    await begin();
    announce(data.why);
});

/** Reads who is signed in, and begins with their copy. */
export async function start() {
    database = await open("davenport", 1, deviceShape, true);
    await readDevice();
    // Without a database, only the server knows who is signed in.
    if (!database.isPersistent) await call("showMe").then(adopt, () => {});
    else await begin();
    const late = Object.keys(device.left).filter(id => device.left[id] < Date.now() - patience);
    if (late.length > 0) await forgetLeft(late);
    return device.person;
}

export function current() { return device.person; }

/**
 * Calls the listener whenever somebody signed in or out, here or in another tab.
 * @param {(person: App.SignedInPerson | undefined, why: Why) => void} listener
 */
export function subscribe(listener) {
    listeners.add(listener);
    return () => { listeners.delete(listener); };
}

/** The community as it was kept last. */
export function keptTenant() { return device.tenant; }

/** Reads the community. Announces the topic `tenant` if it has changed. */
export async function tenant() {
    const tenant = await call("showTenant", { tenant: device.preferences.slug });
    if (isSame(tenant, device.tenant)) return tenant;
    await change({ tenant });
    spread();
    publish(["tenant"]);
    return tenant;
}

/**
 * @param {Wire.TenantInfo | undefined} one
 * @param {Wire.TenantInfo | undefined} other
 */
const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/**
 * @template {keyof App.Preferences} N
 * @param {N} name
 * @returns {App.Preferences[N]}
 */
export function preference(name) {
    return device.preferences[name] ?? usual[name];
}

/**
 * @template {keyof App.Preferences} N
 * @param {N} name
 * @param {App.Preferences[N]} value
 */
export async function setPreference(name, value) {
    await change({ preferences: { ...device.preferences, [name]: value } });
    spread();
}

/**
 * Begins with a person who has signed in. What waited for others goes.
 * @param {Wire.Me} me
 */
export async function adopt(me) {
    halt();
    const others = [...Object.keys(device.left), ...(device.person ? [device.person.userID] : [])].filter(id => id !== me.id);
    await forgetLeft(others);
    await change({ person: { userID: me.id, username: me.username }, left: {} });
    const person = await openPerson(me.id);
    await person.transaction(["documents"], "readwrite", stores => stores.put("documents", { pass: 0, body: me }, "me"));
    person.close();
    await begin(person);
    spread("signedIn");
    announce("signedIn");
}

/**
 * Runs a request that ends the session, and erases everything of this person on this device if it succeeds.
 * @param {() => Promise<unknown>} request
 */
export async function leave(request) {
    isLeaving = true;
    // A long poll would be answered by 401.
    memory()?.post("halt");
    live.stop();
    try {
        await request();
        await erase();
    } catch (error) {
        memory()?.post("resume");
        live.resume();
        throw error;
    } finally {
        isLeaving = false;
    }
}

/** Erases everything of this person on this device. */
export async function erase() {
    const erased = memory()?.database;
    halt();
    await erased?.erase();
    // A 401 may have come first.
    for (const id of Object.keys(device.left)) await eraseDatabase(personName(id));
    const { theme, slug } = device.preferences;
    device = { preferences: {}, left: {} };
    await change({ preferences: { ...(theme && { theme }), ...(slug && { slug }) } });
    for (const name of await globalThis.caches?.keys() ?? []) await caches.delete(name);
    for (const registration of await navigator.serviceWorker?.getRegistrations() ?? []) await registration.unregister();
    spread("signedOut");
    announce("signedOut");
}

/** Ends the session here after a 401: erases everything but the outbox and drafts. */
async function end() {
    const copy = memory();
    const { person } = device;
    if (!person || !copy) return;
    halt();
    await readDevice();
    // Another tab has signed out or noticed the same.
    if (device.person?.userID !== person.userID) return announce(device.left[person.userID] ? "ended" : "signedOut");
    device = { ...device, person: undefined };
    await copy.database.clear(["items", "documents", "cursor", "answers"]).catch(() => {});
    await copy.database.transaction(["outbox"], "readwrite", async stores => {
        for (const entry of await stores.all("outbox")) {
            if (entry.answered === undefined) await stores.put("outbox", { ...entry, due: 0 });
            else await stores.remove("outbox", entry.id);
        }
    }).catch(() => {});
    copy.database.close();
    await change({ person: undefined, left: { ...device.left, [person.userID]: Date.now() } });
    for (const name of await globalThis.caches?.keys() ?? []) if (!name.startsWith("davenport-shell-")) await caches.delete(name);
    spread("ended");
    announce("ended");
}

/** @param {Copy.Database} [opened] */
async function begin(opened) {
    const { person } = device;
    if (!person) return;
    const { userID } = person;
    const database = opened?.isPersistent === false ? opened : await openPerson(userID);
    // A damaged database doesn't keep anybody from working.
    await replica.start(userID, database).catch(async () => replica.start(userID, await inMemory(personShape)));
    const copy = memory();
    if (!copy) return;
    copy.end = end;
    // Everything is fetched anew when the community's features have changed.
    copy.onAnew = () => { tenant().catch(() => {}); };
    await outbox.start(copy);
    live.start(copy);
}

/** Stops everything that works for the person. */
function halt() {
    live.stop();
    memory()?.sender?.stop();
    replica.stop();
}

/** @param {string} userID */
function openPerson(userID) {
    return open(personName(userID), 1, personShape);
}

/** @param {string} userID */
function personName(userID) {
    return `davenport-${userID}`;
}

/** @param {readonly string[]} people */
async function forgetLeft(people) {
    for (const id of people) await eraseDatabase(personName(id));
    await change({ left: Object.fromEntries(Object.entries(device.left).filter(([id]) => !people.includes(id))) });
}

async function readDevice() {
    const kept = await database?.transaction(["device"], "readonly", stores => stores.get("device", "device"));
    device = kept ?? { preferences: {}, left: {} };
}

/** @param {Partial<Device>} changes */
async function change(changes) {
    device = { ...device, ...changes };
    await database?.transaction(["device"], "readwrite", stores => stores.put("device", device, "device"));
}

/**
 * Sends the device's state to the other tabs.
 * @param {Why} [why]
 */
function spread(why) {
    channel?.postMessage({ why, device });
}

/** @param {Why} why */
function announce(why) {
    for (const listener of [...listeners]) listener(device.person, why);
}
