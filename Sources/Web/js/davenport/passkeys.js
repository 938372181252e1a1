// An entry: passkeys, with which people sign in and confirm that it's them. The browser makes and uses them (platform.d.ts).

import { Problem } from "./api/answer.js";
import { Signing } from "./davenport.js";

/** @typedef {import("./davenport.js").Davenport} Davenport */
/** @typedef {import("./platform.js").PasskeyPlatform} PasskeyPlatform */
/** @typedef {import("./platform.js").NoCredential} NoCredential */

/**
 * The time for which the browser offers passkeys for one challenge, in milliseconds. A challenge works for 5 minutes; the last
 * minute is for a person who has just begun to answer it.
 */
const freshness = 240_000;

/** Makes passkeys, and signs in and confirms with them. */
export class Passkeys {
    /**
     * Ends what runs in the browser. One thing runs at a time, and a newer one takes its place.
     * @type {AbortController | undefined}
     */
    running = undefined;
    /**
     * What waits until the page comes into view or there is a network.
     * @type {Set<() => void>}
     */
    waiting = new Set();

    /**
     * @param {Davenport} davenport
     * @param {PasskeyPlatform} browser
     */
    constructor(davenport, browser) {
        this.davenport = davenport;
        this.connection = davenport.connection;
        this.session = davenport.session;
        this.platform = davenport.platform;
        this.browser = browser;
        const wake = () => { for (const run of this.waiting) run(); };
        this.platform.onEvents({ visible: wake, online: wake });
    }

    /**
     * Makes a passkey for the person who is signed in.
     * @returns {Promise<Wire.Operations["addPasskey"]["answer"] | NoCredential>}
     * @throws {Problem} `confirm_first`
     */
    async add() {
        const { publicKey } = await this.connection.call("makePasskeyOptions");
        const made = await this.browser.create(publicKey, this.takeTurn().signal);
        return typeof made === "string" ? made : this.connection.call("addPasskey", { body: made });
    }

    /**
     * Confirms by a passkey that it is the person who is signed in. The server remembers it for 5 minutes.
     * @returns {Promise<NoCredential | undefined>} why it isn't confirmed; undefined if it is.
     */
    async confirm() {
        const { publicKey } = await this.connection.call("makeConfirmationOptions");
        const credential = await this.browser.get(publicKey, { signal: this.takeTurn().signal });
        if (typeof credential === "string") return credential;
        await this.connection.call("confirm", { body: { credential } });
        return undefined;
    }

    /**
     * Creates an account that has a passkey and no password, and signs in.
     * @param {Wire.NewUser} body
     * @param {string} [slug] the community of the link.
     * @returns {Promise<Wire.Me | NoCredential>}
     */
    async signUp(body, slug) {
        const { invite, email, username, givenName, familyName } = body;
        const { publicKey } = await this.connection.call("makePasskeySignUpOptions",
            { body: { invite, email, username, givenName, familyName }, tenant: slug ?? this.session.preference("slug") });
        const passkey = await this.browser.create(publicKey, this.takeTurn().signal);
        return typeof passkey === "string" ? passkey : this.davenport.use(Signing).signUp({ ...body, passkey }, slug);
    }

    /**
     * Signs in with a passkey that the person chooses in the browser's dialog. End what `offer` does before.
     * @returns {Promise<Wire.Me | NoCredential>}
     */
    async signIn() {
        const { signal } = this.takeTurn();
        const found = await this.browser.get(await this.question(signal), { signal });
        return typeof found === "string" ? found : this.begin(found);
    }

    /**
     * Lets the browser offer passkeys at the field for the e-mail address, until the person takes one or the signal ends it. Each
     * challenge is replaced before it is over. Nothing is asked for while nobody sees the page.
     * @param {AbortSignal} until
     * @returns {Promise<Wire.Me | undefined>} who is signed in; undefined if it was ended.
     * @throws {Problem} if the server doesn't take the passkey.
     */
    async offer(until) {
        if (!await this.browser.offers()) return undefined;
        while (!until.aborted) {
            if (!this.platform.isVisible()) {
                await this.woken(until);
                continue;
            }
            const found = await this.offered(until);
            if (typeof found !== "string") return this.begin(found);
            // Otherwise something is in the way for now.
            if (found !== "replaced") await this.woken(until);
        }
        return undefined;
    }

    /**
     * Offers passkeys for one challenge.
     * @param {AbortSignal} until
     */
    async offered(until) {
        const turn = this.takeTurn();
        const end = () => turn.abort();
        until.addEventListener("abort", end);
        let isOld = false;
        /** @type {import("./platform.js").Timer | undefined} */
        let timer;
        try {
            const question = await this.question(turn.signal);
            timer = this.platform.setTimeout(() => {
                isOld = true;
                end();
            }, freshness);
            const found = await this.browser.get(question, { signal: turn.signal, isConditional: true });
            return typeof found === "string" && isOld ? "replaced" : found;
        } catch (error) {
            // Nobody has asked for it yet. A person who presses the button learns what is wrong.
            if (error instanceof Problem || turn.signal.aborted) return "cancelled";
            throw error;
        } finally {
            this.platform.clearTimeout(timer);
            until.removeEventListener("abort", end);
        }
    }

    /**
     * What the browser needs to find a passkey of the community.
     * @param {AbortSignal} signal
     */
    async question(signal) {
        const options = { tenant: this.session.preference("slug"), signal };
        return (await this.connection.call("makePasskeyLogInOptions", options)).publicKey;
    }

    /**
     * Begins a session with what a passkey has signed.
     * @param {Wire.Operations["logInWithPasskey"]["body"]["credential"]} credential
     * @returns {Promise<Wire.Me>}
     */
    async begin(credential) {
        const options = { body: { credential, deviceName: this.platform.deviceName }, tenant: this.session.preference("slug") };
        const answer = await this.connection.request("logInWithPasskey", options, { beginsSession: true });
        /** @type {Wire.SignedIn} */
        const { user } = answer.body;
        await this.session.adopt(user);
        return user;
    }

    /** Ends what runs in the browser, and gives what ends the next thing there. */
    takeTurn() {
        this.running?.abort();
        return this.running = new AbortController();
    }

    /**
     * Waits until the page comes into view or there is a network, or until the signal.
     * @param {AbortSignal} until
     * @returns {Promise<void>}
     */
    woken(until) {
        return new Promise(resolve => {
            const wake = () => {
                this.waiting.delete(wake);
                until.removeEventListener("abort", wake);
                resolve();
            };
            if (until.aborted) return resolve();
            this.waiting.add(wake);
            until.addEventListener("abort", wake);
        });
    }
}
