// Live changes: one tab asks, the others hear; and what the page says while nobody answers.
import assert from "node:assert/strict";
import test from "node:test";
import { Answer } from "../stand-ins/answer.js";
import { Page, Stage } from "./stage.js";

const portal = {
    arrives: /** @type {const} */ (0),
    replace: () => new Answer(200, { "Content-Type": "text/html" }, "<p>Please accept the terms."),
};

test("One tab waits and all hear; when it goes, another goes on", async () => {
    const { stage, page } = await Stage.begun();
    const other = await stage.page();
    /** @type {Set<unknown>} */
    const asking = new Set();
    const { send } = stage.network;
    stage.network.send = function (device, realm, address, options) {
        if (address.includes("/changes")) asking.add(realm);
        return send.call(this, device, realm, address, options);
    };
    const count = () => [page, other].map(tab => tab.davenport.replica.room(stage.room.id)?.commentCount);
    stage.act("createComment", stage.bea, { body: { content: "one" } });
    await stage.until(() => count().join() === "1,1" && asking.size > 0);
    assert.equal(asking.size, 1);
    const [leader, follower] = asking.has(page.tab.realm) ? [page, other] : [other, page];
    leader.tab.kill();
    stage.act("createComment", stage.bea, { body: { content: "two" } });
    await stage.until(() => follower.davenport.replica.room(stage.room.id)?.commentCount === 2);
});

test("After a minute of answers that aren't the server's the page knows it, and forgets it with the first that is", async () => {
    const { stage, page } = await Stage.begun();
    const { live } = page.davenport;
    stage.fate(/./, portal);
    stage.act("createComment", stage.bea, { body: { content: "ends the long poll" } });
    await stage.until(() => live.isOffline());
    await stage.advance(50_000);
    assert.equal(live.isIntercepted(), false);
    await stage.advance(15_000);
    assert.deepEqual(live.status, { state: "off", isOffline: true, isIntercepted: true });
    stage.honest();
    await stage.until(() => !live.isIntercepted() && !live.isOffline());
});

test("A request without any answer doesn't begin the minute of other answers anew", async () => {
    const { stage, page } = await Stage.begun();
    const { live } = page.davenport;
    stage.fate(/./, portal);
    stage.act("createComment", stage.bea, { body: { content: "ends the long poll" } });
    await stage.until(() => live.isOffline());
    await stage.advance(25_000);
    stage.device.isOffline = true;
    await stage.advance(20_000);
    stage.device.isOffline = false;
    await stage.advance(20_000);
    assert.equal(live.isIntercepted(), true);
});

test("A page without network is offline, and not intercepted", async () => {
    const { stage, page } = await Stage.begun();
    stage.device.isOffline = true;
    page.davenport.copy?.poke?.();
    await stage.until(() => page.davenport.live.isOffline());
    await stage.advance(300_000);
    assert.equal(page.davenport.live.isIntercepted(), false);
});

test("A hidden page goes on for half a minute, and again once it is seen", async () => {
    const { stage, page } = await Stage.begun();
    const { live, replica } = page.davenport;
    await stage.until(() => live.state() === "waiting");
    page.tab.hide();
    await stage.advance(29_000);
    assert.equal(live.state(), "waiting");
    await stage.until(() => live.state() === "off");
    stage.act("createComment", stage.bea, { body: { content: "unheard" } });
    await stage.advance(60_000);
    assert.equal(replica.room(stage.room.id)?.commentCount, 0);
    page.tab.show();
    await stage.until(() => replica.room(stage.room.id)?.commentCount === 1);
});

test("The badge counts rooms to watch or to read", async () => {
    const { stage, page } = await Stage.begun();
    const { live, outbox } = page.davenport;
    assert.equal(live.badge(), 1);
    await page.does(outbox.markWatched(stage.room.id));
    assert.equal(live.badge(), 0);
    stage.act("createComment", stage.bea, { body: { content: "to be read" } });
    await stage.until(() => live.badge() === 1);
});

test("A tab whose disk is full leaves the lead to a tab that has the disk", async () => {
    const { stage, page } = await Stage.begun();
    stage.device.disk.full = "request";
    stage.act("createComment", stage.bea, { body: { content: "one" } });
    await stage.until(() => page.davenport.copy?.database.isPersistent === false);
    stage.device.disk.full = undefined;
    const other = await stage.page();
    await stage.advance(10_000);
    stage.act("createComment", stage.bea, { body: { content: "two" } });
    await stage.advance(60_000);
    assert.deepEqual([page, other].map(tab => tab.davenport.replica.room(stage.room.id)?.commentCount), [2, 2]);
    assert.equal(other.davenport.copy?.database.isPersistent, true);
});

test("A long poll that the server refuses becomes a request every fifteen seconds", async () => {
    const { stage, page } = await Stage.begun();
    const { live, replica } = page.davenport;
    await stage.until(() => live.state() === "waiting");
    stage.server.pollsAfter = 3600;
    for (const content of ["ends the long poll", "comes within fifteen seconds"]) {
        stage.act("createComment", stage.bea, { body: { content } });
    }
    await stage.until(() => live.state() === "polling" && replica.room(stage.room.id)?.commentCount === 2);
    stage.act("createComment", stage.bea, { body: { content: "another" } });
    await stage.advance(16_000);
    assert.deepEqual([live.state(), replica.room(stage.room.id)?.commentCount], ["polling", 3]);
});

test("A suspended tab that holds the locks keeps no other from working", async () => {
    const stage = new Stage();
    const suspended = stage.device.open();
    for (const name of ["live", "outbox"]) {
        suspended.platform.locks?.request(`davenport-${name}-${stage.ada.id}`, () => new Promise(() => {})).catch(() => {});
    }
    await stage.advance(100);
    const page = await stage.page();
    await page.says("one");
    await stage.until(() => page.davenport.outbox.unsent() === 0);
    assert.deepEqual(stage.sent, ["one"]);
});

test("The first full fetch lets the first screen go first; who asks for changes doesn't wait", async () => {
    for (const [acts, least, most] of /** @type {[(page: Page) => Promise<unknown>, number, number][]} */ ([
        [page => page.davenport.replica.loadDashboard(), 1000, 2500], [async () => {}, 3000, 4500],
        [page => page.davenport.replica.refresh(), 0, 900],
    ])) {
        const stage = new Stage();
        const page = new Page(stage, stage.device);
        await page.does(page.davenport.session.start());
        await page.signIn("ada");
        await stage.until(() => page.davenport.copy?.poke);
        const begun = stage.clock.time;
        acts(page);
        await stage.until(() => page.davenport.replica.isWhole());
        const passed = stage.clock.time - begun;
        assert.ok(passed >= least && passed <= most, `${passed} ms, not ${least} to ${most}`);
    }
});

// Shows rule 16.24.
test("A device that loses its network is offline within half a second, though the long poll hangs", async () => {
    const { stage, page } = await Stage.begun();
    const { live } = page.davenport;
    await stage.until(() => live.state() === "waiting");
    await stage.advance(1_000);
    stage.device.isOffline = true;
    await stage.advance(5_000);
    assert.equal(live.isOffline(), false);
    page.tab.emit("offline");
    await stage.advance(400);
    assert.ok(live.isOffline());
    stage.device.isOffline = false;
    page.tab.emit("online");
    await stage.until(() => !live.isOffline());
});
