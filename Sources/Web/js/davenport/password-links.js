// An entry: links with which somebody sets a new password.

/** @typedef {import("./davenport.js").Davenport} Davenport */

/** Looks links up and uses them. */
export class PasswordLinks {
    /** @param {Davenport} davenport */
    constructor(davenport) {
        this.davenport = davenport;
    }

    /**
     * The account whose password a link sets.
     * @param {string} code
     * @param {string} [slug] the community of the link, where the host names none.
     * @throws {Problem} `link_invalid`
     */
    lookUp(code, slug) {
        return this.davenport.connection.call("lookUpPasswordLink", { body: { code }, ...(slug && { tenant: slug }) });
    }

    /**
     * Asks for a link by e-mail. The answer is the same whether the address has an account or not.
     * @param {string} email
     * @param {string} slug the community.
     */
    ask(email, slug) {
        return this.davenport.connection.call("requestPasswordLink", { body: { email }, tenant: slug });
    }

    /**
     * Sets a password and signs in, in place of the person who is signed in. What that person has not sent yet waits for them,
     * as after a session that ended.
     * @param {{ code: string, password: string }} link
     * @param {string} slug the community.
     * @throws {Problem} `link_invalid`; `suspended` if the password is set and nobody is signed in. Where no answer came, the
     *     password may be set.
     */
    async use(link, slug) {
        const { connection, session, platform: { deviceName } } = this.davenport;
        const { userID } = session.current() ?? {};
        const begin = async () => {
            const options = { body: { ...link, deviceName }, tenant: slug };
            const answer = await connection.request("usePasswordLink", options, { beginsSession: true });
            /** @type {Wire.SignedIn} */
            const { user } = answer.body;
            await session.setPreference("slug", slug);
            // Before the lock is given back: nothing of the one before goes out in the other's name.
            if (user.id !== userID) await session.adopt(user);
            return user;
        };
        const user = await this.undisturbed(begin);
        if (user.id === userID) await session.adopt(user);
        return user;
    }

    /**
     * Runs a request that begins a session. Meanwhile no tab sends or requests anything for the person who is signed in: the
     * cookie may be another person's by then, and the page doesn't announce that the earlier session ended.
     * @template T
     * @param {() => Promise<T>} run
     * @returns {Promise<T>}
     */
    async undisturbed(run) {
        const { copy, live, session, platform } = this.davenport;
        const { locks } = platform;
        if (!copy) return run();
        session.isLeaving = true;
        copy.post("halt");
        live.stop();
        try {
            if (!locks || !copy.database.isPersistent) return await run();
            return await locks.request(`davenport-outbox-${copy.userID}`, {}, run);
        } catch (error) {
            session.copy?.post("resume");
            live.resume();
            throw error;
        } finally {
            session.isLeaving = false;
        }
    }
}
