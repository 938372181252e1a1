// Signing in, joining, and signing out.

import { call, logIn, Problem, signUp as createAccount } from "./api.js";
import { unsent, writes } from "./outbox.js";
import { adopt, leave, preference, setPreference, tenant } from "./session.js";

/** Writes that signing out would lose. */
export class Unsent extends Error {
    /**
     * @param {readonly App.PendingWrite[]} writes
     * @param {number} moves of plays.
     */
    constructor(writes, moves) {
        super(`${writes.length + moves} not sent yet`);
        this.writes = writes;
        this.moves = moves;
    }
}

/**
 * Keeps the slug for hosts that name no community.
 * @param {string} slug
 * @throws {Problem} `tenant_not_found`
 */
export async function chooseTenant(slug) {
    await call("showTenant", { tenant: slug });
    await setPreference("slug", slug);
    return tenant();
}

/**
 * @param {string} email
 * @param {string} password
 */
export async function signIn(email, password) {
    const { user } = await logIn(email, password, { body: { deviceName: browserName() }, tenant: preference("slug") });
    await adopt(user);
    return user;
}

/**
 * Creates an account and signs in.
 * @param {Wire.NewUser} body
 * @param {string} [slug] the community of the link.
 */
export async function signUp(body, slug) {
    const { user } = await createAccount({ body: { deviceName: browserName(), ...body }, tenant: slug ?? preference("slug") });
    if (slug) await setPreference("slug", slug);
    await adopt(user);
    return user;
}

/**
 * Signs out and erases everything of this person on this device.
 * @param {{ evenUnsent?: boolean }} options
 * @throws {Unsent} if that would lose writes.
 * @throws {Problem} if the server can't be reached.
 */
export async function signOut({ evenUnsent = false } = {}) {
    const lost = writes().filter(entry => entry.kind !== "read");
    if (!evenUnsent && unsent() > 0) throw new Unsent(lost, unsent() - lost.length);
    await leave(() => call("endCurrentSession").catch(error => {
        if (!(error instanceof Problem && error.status === 401)) throw error;
    }));
}

/** A name such as "Firefox on Linux" for the list of sessions. */
export function browserName() {
    const { userAgent } = navigator;
    const browser = ["Edg", "Firefox", "Chrome", "Safari"].find(name => userAgent.includes(name)) ?? "Browser";
    const system = ["Android", "iPhone", "iPad", "Windows", "Mac", "Linux"].find(name => userAgent.includes(name));
    return (browser === "Edg" ? "Edge" : browser) + (system ? ` on ${system}` : "");
}
