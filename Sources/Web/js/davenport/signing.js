// An entry: signing in, joining, signing out, and deleting the account.

import { Problem } from "./api/answer.js";

/** @typedef {import("./davenport.js").Davenport} Davenport */

/** What signing out would lose: writes that wait or were refused, moves of plays, and drafts with words in them. */
export class Unsent extends Error {
    /**
     * @param {readonly App.PendingWrite[]} writes
     * @param {number} moves of plays.
     * @param {readonly { place: string, text: string }[]} drafts
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
        await this.session.leave(() => this.connection.call("endCurrentSession").catch(error => {
            if (!(error instanceof Problem && error.status === 401)) throw error;
        }));
    }

    /**
     * Deletes the account and erases everything of this person on this device.
     * @param {Wire.Operations["deleteAccount"]["body"]} body
     * @throws {Problem} if it isn't deleted.
     */
    async deleteAccount(body) {
        await this.session.leave(() => this.connection.call("deleteAccount", { body }));
    }
}
