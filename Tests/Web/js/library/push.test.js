// Notifications in a browser: who has turned them on, the subscription and its key.
import assert from "node:assert/strict";
import test from "node:test";
import { Push } from "../../../../Sources/Web/js/davenport/push.js";
import { Refusal } from "../stand-ins/server/refusal.js";
import { Stage } from "./stage.js";

/** A push service of a browser, which its user allows. */
class Browser {
    /** @type {any} */
    state = "default";
    /** @type {string[]} The keys of the subscriptions that were asked for. */
    keys = [];
    isSubscribed = false;
    asked = 0;

    permission() { return this.state; }
    async requestPermission() {
        this.asked += 1;
        return this.state = this.state === "default" ? "granted" : this.state;
    }
    /** @param {string} key */
    async subscribe(key) {
        this.keys.push(key);
        this.isSubscribed = true;
        return { endpoint: `https://push.example/${this.keys.length}`, keys: { p256dh: "p", auth: "a" }, expirationTime: 1.5 };
    }
    async unsubscribe() { this.isSubscribed = false; }
}

async function begun() {
    const { stage, page } = await Stage.begun();
    stage.server.webPushKey = "key";
    const browser = new Browser();
    const push = page.davenport.use(Push, browser);
    return { stage, page, browser, push, registered: () => [...stage.server.subscriptions.values()] };
}

test("Turning notifications on asks the user, subscribes with the community's key, and tells the server", async () => {
    const { page, browser, push, registered } = await begun();
    assert.deepEqual([push.state(), browser.asked], ["off", 0]);
    assert.equal(await page.does(push.turnOn()), "on");
    const keys = { p256dh: "p", auth: "a" };
    assert.deepEqual(registered(), [{ endpoint: "https://push.example/1", keys, name: "device", expirationTime: 1 }]);
    assert.equal(await page.does(push.turnOff()), "off");
    assert.deepEqual([registered(), browser.isSubscribed], [[], false]);
});

test("A browser that may not, or a community that notifies no browsers, stays off", async () => {
    const { stage, page, browser, push, registered } = await begun();
    for (const state of ["denied", "unsupported", "homeScreen"]) {
        browser.state = state;
        assert.deepEqual([push.state(), await page.does(push.turnOn())], [state, state]);
    }
    browser.state = "default";
    stage.server.webPushKey = undefined;
    assert.equal(await page.does(push.turnOn()), "off");
    assert.deepEqual([registered(), browser.keys], [[], []]);
});

test("A start registers again what the server has forgotten, with its new key", async () => {
    const { stage, page, browser, push, registered } = await begun();
    await page.does(push.confirm());
    assert.equal(browser.keys.length, 0);
    await page.does(push.turnOn());
    stage.server.subscriptions.clear();
    stage.server.webPushKey = "another";
    await page.does(push.confirm());
    assert.deepEqual([browser.keys, registered().length, browser.asked], [["key", "another"], 1, 1]);
});

test("Without network a start changes nothing; a push service that the server doesn't know turns notifications off", async () => {
    const { stage, page, push } = await begun();
    await page.does(push.turnOn());
    stage.device.isOffline = true;
    await page.does(push.confirm());
    assert.equal(push.state(), "on");
    stage.device.isOffline = false;
    const unknown = new Refusal(422, "push_service_unknown", "This push service isn't known.");
    stage.server.mood = operation => operation === "registerWebPush" ? unknown : undefined;
    await page.does(push.confirm());
    assert.equal(push.state(), "off");
});

test("Somebody else who signs in isn't notified before turning it on", async () => {
    const { page, push } = await begun();
    await page.does(push.turnOn());
    await page.signIn("bea");
    assert.equal(push.state(), "off");
});
