// How a session ends on this device: by its person, or by a 401.

import { personName } from "../session.js";

/** @typedef {import("../session.js").Session} Session */
/** @typedef {import("../session.js").Leaving} Leaving */

/** The caches with the client's own files begin so. */
const shellCaches = "davenport-shell-";

/**
 * Runs a request that ends the session, and erases everything of this person on this device if it succeeds.
 * @param {Session} session
 * @param {Leaving} request
 */
export async function leave(session, request) {
    const { copy, davenport: { live } } = session;
    session.isLeaving = true;
    // A long poll would be answered by 401.
    copy?.post("halt");
    live.stop();
    const userID = session.device.person?.userID;
    try {
        // The browser is to erase everything of this site at once, unless others have words here.
        await request({ keepsStorage: Object.keys(session.device.left).length > 0 });
        await erase(session, userID);
    } catch (error) {
        session.copy?.post("resume");
        live.resume();
        throw error;
    } finally {
        session.isLeaving = false;
    }
}

/**
 * Erases everything of a person on this device.
 * @param {Session} session
 * @param {string} [userID]
 */
export async function erase(session, userID) {
    const erased = session.copy?.database;
    session.davenport.drafts.forgetAll();
    session.halt();
    await erased?.erase();
    // A 401 may have come first.
    if (userID !== undefined) await forgetLeft(session, [userID]);
    await session.change(({ preferences: { theme, slug } }) => ({
        person: undefined, tenant: undefined, preferences: { ...(theme && { theme }), ...(slug && { slug }) },
    }));
    await forgetCaches(session, () => true);
    await session.platform.removeWorkers();
    session.spread("signedOut");
    session.announce("signedOut");
}

/**
 * Ends the session here after a 401: erases everything but the outbox and drafts.
 * @param {Session} session
 */
export async function end(session) {
    const { copy } = session;
    const { person } = session.device;
    if (!person || !copy) return;
    await session.davenport.drafts.flush();
    if (!copy.isPresent) return;
    session.halt();
    const { device } = session;
    await session.readDevice();
    // A disk that was full doesn't know who had signed in: this tab heard it from another.
    if (session.device.revision < device.revision) session.device = device;
    // Another tab has signed out or noticed the same.
    const { left } = session.device;
    if (session.device.person?.userID !== person.userID) return session.announce(left[person.userID] ? "ended" : "signedOut");
    session.device = { ...session.device, person: undefined };
    await setAside(session, person.userID, copy.database);
    // What was typed meanwhile waits for them, too.
    await keepDrafts(session, person.userID, session.davenport.drafts.unstored());
    session.spread("ended");
    session.announce("ended");
}

/**
 * Erases everything of a person but the outbox and drafts, which wait for them.
 * @param {Session} session
 * @param {string} userID
 * @param {Copy.Database} [opened] theirs.
 */
export async function setAside(session, userID, opened) {
    const database = opened ?? await session.openPerson(userID);
    await database.clear(["items", "documents", "cursor", "answers"]).catch(() => {});
    await database.transaction(["outbox"], "readwrite", async stores => {
        for (const entry of await stores.all("outbox")) {
            if (entry.answered === undefined) await stores.put("outbox", { ...entry, due: 0 });
            else await stores.remove("outbox", entry.id);
        }
    }).catch(() => {});
    database.close();
    await session.change(({ person, left }) => ({
        // Somebody else may have signed in meanwhile.
        person: person?.userID === userID ? undefined : person, left: { ...left, [userID]: session.platform.now() },
    }));
    await forgetCaches(session, name => !name.startsWith(shellCaches));
}

/**
 * Keeps drafts of somebody whose session ended.
 * @param {Session} session
 * @param {string} userID
 * @param {readonly { place: string, draft: unknown }[]} drafts
 */
export async function keepDrafts(session, userID, drafts) {
    const database = await session.openPerson(userID);
    await database.transaction(["drafts"], "readwrite", async stores => {
        for (const { place, draft } of drafts) {
            await (draft === undefined ? stores.remove("drafts", place) : stores.put("drafts", draft, place));
        }
    }).catch(() => {});
    database.close();
}

/**
 * Deletes the databases of people whose session ended, with their drafts and unsent writes.
 * @param {Session} session
 * @param {readonly string[]} people
 */
export async function forgetLeft(session, people) {
    for (const id of people) await session.davenport.databases.erase(personName(id));
    await session.change(({ left }) => {
        return { left: Object.fromEntries(Object.entries(left).filter(([id]) => !people.includes(id))) };
    });
}

/**
 * @param {Session} session
 * @param {(name: string) => boolean} isForgotten
 */
async function forgetCaches(session, isForgotten) {
    const { caches } = session.platform;
    for (const name of await caches?.keys() ?? []) if (isForgotten(name)) await caches?.delete(name);
}
