// Passkeys: what is asked of the browser and of the server, in which order, and what becomes of a dialog that is closed.
import assert from "node:assert/strict";
import test from "node:test";
import { Signing } from "../../../../Sources/Web/js/davenport/davenport.js";
import { Passkeys } from "../../../../Sources/Web/js/davenport/passkeys.js";
import { Stage } from "./stage.js";

const minute = 60_000;
const askingForLogIn = /^POST .*passkey-sessions\/options/;

/** The dialogs of a browser. They stay open until somebody chooses a passkey or closes them, or the page ends them. */
class Browser {
    /** Passkeys on the device, the newest last. @type {string[]} */
    ids = [];
    /**
     * What was asked for: the challenge, and whether it is offered at a field.
     * @type {{ challenge: string, isConditional: boolean }[]}
     */
    asked = [];
    /** What the next dialog gives at once; undefined where it stays open. @type {string | undefined} */
    next = undefined;
    canOffer = true;
    /** Ends the dialog that is open. @type {((outcome: any) => void) | undefined} */
    close = undefined;

    /** @param {any} options @param {AbortSignal} signal */
    create(options, signal) {
        return this.open(options, { signal }, () => {
            this.ids.push(`passkey${this.ids.length}`);
            return this.signed(options);
        });
    }

    /** @param {any} options @param {{ signal: AbortSignal, isConditional?: boolean }} how */
    get(options, how) { return this.open(options, how, () => this.signed(options)); }

    async offers() { return this.canOffer; }

    /** @param {any} options */
    signed({ challenge }) {
        const clientDataJSON = btoa(JSON.stringify({ challenge })).replaceAll("=", "");
        return { id: this.ids.at(-1), response: { clientDataJSON } };
    }

    /**
     * @param {any} options
     * @param {{ signal: AbortSignal, isConditional?: boolean }} how
     * @param {() => any} chosen
     * @returns {Promise<any>}
     */
    open({ challenge }, { signal, isConditional = false }, chosen) {
        this.asked.push({ challenge, isConditional });
        if (signal.aborted) return Promise.resolve("cancelled");
        if (this.next) return Promise.resolve(this.next === "chosen" ? chosen() : this.next);
        return new Promise(resolve => {
            this.close = outcome => resolve(outcome === "chosen" ? chosen() : outcome);
            signal.addEventListener("abort", () => resolve("cancelled"));
        });
    }
}

/** Somebody who is signed in and has a passkey on this device. */
async function begun() {
    const { stage, page } = await Stage.begun();
    const browser = new Browser();
    const passkeys = page.davenport.use(Passkeys, browser);
    stage.server.confirmed.set([...stage.server.sessions.keys()].at(-1) ?? "", stage.clock.time + 5 * minute);
    browser.next = "chosen";
    await page.does(passkeys.add());
    return { stage, page, browser, passkeys };
}

/** The same person after signing out. */
async function signedOut() {
    const all = await begun();
    await all.page.does(all.page.davenport.use(Signing).signOut());
    Object.assign(all.browser, { next: undefined, asked: [] });
    return all;
}

/** @param {Promise<unknown>} promise */
const thrown = promise => promise.then(() => undefined, error => error);

// Shows rule 16.18.
test("A passkey is added once the person has confirmed that it's them, and a closed dialog adds none", async () => {
    const { stage, page } = await Stage.begun();
    const browser = new Browser();
    const passkeys = page.davenport.use(Passkeys, browser);
    assert.equal((await page.does(thrown(passkeys.add())))?.code, "confirm_first");
    assert.deepEqual(browser.asked, [], "the browser is asked only after the server");
    await page.does(page.davenport.connection.call("confirm", { body: { currentPassword: "ada-password" } }));
    for (const outcome of ["cancelled", "exists", "unusable"]) {
        browser.next = outcome;
        assert.equal(await page.does(passkeys.add()), outcome);
    }
    assert.equal(stage.server.passkeys.size, 0);
    browser.next = "chosen";
    const added = await page.does(passkeys.add());
    assert.equal(typeof added === "string" ? added : added.name, "Phone");
    assert.equal(new Set(browser.asked.map(({ challenge }) => challenge)).size, 4, "a challenge is used once");
});

// Shows rule 16.18.
test("A passkey confirms that it's the person, and nothing does where they close the dialog", async () => {
    const { stage, page, browser, passkeys } = await begun();
    stage.server.confirmed.clear();
    browser.next = "cancelled";
    assert.equal(await page.does(passkeys.confirm()), "cancelled");
    assert.equal((await page.does(thrown(passkeys.add())))?.code, "confirm_first");
    browser.next = "chosen";
    assert.equal(await page.does(passkeys.confirm()), undefined);
    await page.does(passkeys.add());
    assert.equal(stage.server.passkeys.size, 2);
});

// Shows rule 16.18.
test("A passkey signs in; a closed dialog, a dialog that took too long and an unknown passkey don't", async () => {
    const { stage, page, browser, passkeys } = await signedOut();
    const { session } = page.davenport;
    browser.next = "cancelled";
    assert.equal(await page.does(passkeys.signIn()), "cancelled");
    browser.next = undefined;
    const late = passkeys.signIn();
    await stage.advance(6 * minute);
    browser.close?.("chosen");
    assert.equal((await page.does(thrown(late)))?.code, "passkey_invalid");
    assert.equal(session.current(), undefined);
    browser.next = "chosen";
    await page.does(passkeys.signIn());
    assert.equal(session.current()?.username, "ada");
    await stage.until(() => page.davenport.replica.isWhole());
    await page.does(page.davenport.use(Signing).signOut());
    stage.server.passkeys.clear();
    assert.equal((await page.does(thrown(passkeys.signIn())))?.code, "passkey_invalid");
});

// Shows rule 16.18.
test("What the browser offers at the field signs in, with a challenge that is never older than four minutes", async () => {
    const { stage, page, browser, passkeys } = await signedOut();
    const offered = passkeys.offer(new AbortController().signal);
    await stage.advance(21 * minute);
    assert.equal(browser.asked.length, 6);
    assert.ok(browser.asked.every(({ isConditional }) => isConditional));
    browser.close?.("chosen");
    assert.equal((await page.does(offered))?.username, "ada");
    assert.equal(page.davenport.session.current()?.username, "ada");
});

// Shows rule 16.18.
test("A page that nobody sees asks for no challenge", async () => {
    const { stage, page, browser, passkeys } = await signedOut();
    page.tab.hide();
    const ending = new AbortController();
    const offered = passkeys.offer(ending.signal);
    await stage.advance(60 * minute);
    assert.equal(browser.asked.length, 0);
    page.tab.show();
    await stage.until(() => browser.asked.length === 1);
    page.tab.hide();
    await stage.advance(60 * minute);
    assert.equal(browser.asked.length, 1);
    page.tab.show();
    await stage.until(() => browser.asked.length === 2);
    ending.abort();
    assert.equal(await page.does(offered), undefined);
});

// Shows rule 16.18.
test("The offer ends with its signal, also on the way; what ends it asks for nothing more", async () => {
    const { stage, page, browser, passkeys } = await signedOut();
    stage.fate(askingForLogIn, { arrives: 1, answerDelay: 10_000 });
    for (const delay of [1000, 20_000]) {
        const ending = new AbortController();
        const offered = passkeys.offer(ending.signal);
        await stage.advance(delay);
        ending.abort();
        assert.equal(await page.does(offered), undefined);
    }
    const { length } = browser.asked;
    await stage.advance(20 * minute);
    assert.deepEqual([length, browser.asked.length], [1, 1]);
    browser.canOffer = false;
    assert.equal(await page.does(passkeys.offer(new AbortController().signal)), undefined);
    assert.equal(browser.asked.length, 1);
});

// Shows rule 16.18.
test("Without network nothing is offered and nobody is told; it begins once there is a network", async () => {
    const { stage, page, browser, passkeys } = await signedOut();
    stage.device.isOffline = true;
    const ending = new AbortController();
    const offered = passkeys.offer(ending.signal);
    await stage.advance(30 * minute);
    assert.equal(browser.asked.length, 0);
    stage.device.isOffline = false;
    page.tab.emit("online");
    await stage.until(() => browser.asked.length === 1);
    ending.abort();
    assert.equal(await page.does(offered), undefined);
});

// Shows rule 16.18.
test("Somebody signs up with a passkey and has no password; after a closed dialog there is no account", async () => {
    const { stage, page, browser, passkeys } = await signedOut();
    const kim = { email: "kim@example.org", username: "kim" };
    browser.next = "cancelled";
    assert.equal(await page.does(passkeys.signUp(kim, "sofa")), "cancelled");
    assert.ok([...stage.server.people.values()].every(({ username }) => username !== "kim"));
    browser.next = "chosen";
    await page.does(passkeys.signUp(kim, "sofa"));
    const { session } = page.davenport;
    assert.deepEqual([session.current()?.username, session.preference("slug")], ["kim", "sofa"]);
    await stage.until(() => page.davenport.replica.isWhole());
    assert.equal(page.davenport.replica.me()?.hasPassword, false);
});

// Shows rule 16.18.
test("Somebody without a password confirms with a passkey, and sets one", async () => {
    const { stage, page, browser, passkeys } = await begun();
    const { connection, replica } = page.davenport;
    stage.ada.hasPassword = false;
    stage.server.note([stage.ada.id], { kind: "documents", id: "me" });
    stage.server.confirmed.clear();
    await stage.until(() => replica.me()?.hasPassword === false);
    const set = () => connection.call("changePassword", { body: { newPassword: "nine lamps at sea" } });
    assert.equal((await page.does(thrown(set())))?.code, "confirm_first");
    browser.next = "chosen";
    await page.does(passkeys.confirm());
    await page.does(set());
    await stage.until(() => replica.me()?.hasPassword);
});
