// Signing in and out, and sessions that end: nothing of one person reaches another, and nobody loses words unasked.
import assert from "node:assert/strict";
import test from "node:test";
import { Signing, Unsent } from "../../../../Sources/Web/js/davenport/davenport.js";
import { Answer } from "../stand-ins/answer.js";
import { Stage } from "./stage.js";

test("Signing out names how much is unsent: what waits, what was refused, and drafts with words", async () => {
    const { stage, page } = await Stage.begun();
    const { davenport } = page;
    await page.says("x".repeat(4001));
    await stage.until(() => davenport.outbox.notSent().length === 1);
    stage.device.isOffline = true;
    await page.says("waits");
    await page.does(davenport.outbox.setPosition(stage.room.id, { seconds: 1, running: false }, stage.clock.time));
    davenport.drafts.save("feedback", { text: "half" });
    davenport.drafts.save("task:new", { text: "  " });
    const error = await page.does(davenport.use(Signing).signOut().then(() => undefined, thrown => thrown));
    assert.ok(error instanceof Unsent);
    assert.deepEqual([error.count, error.writes.length, error.drafts.length, error.moves], [3, 2, 1, 0]);
    // Nothing was lost by asking.
    assert.equal(davenport.outbox.writes().length, 3);
});

test("Signing out erases everything of the person, in every tab; without network it doesn't", async () => {
    const { stage, page } = await Stage.begun();
    const other = await stage.page();
    stage.device.isOffline = true;
    const signing = page.davenport.use(Signing);
    const error = await page.does(signing.signOut({ evenUnsent: true }).then(() => undefined, thrown => thrown));
    assert.equal(error.code, "offline");
    assert.equal(page.davenport.replica.rooms().length, 1);
    stage.device.isOffline = false;
    await page.does(signing.signOut({ evenUnsent: true }));
    await stage.until(() => !other.davenport.session.current());
    for (const tab of [page, other]) assert.deepEqual(tab.davenport.replica.rooms(), []);
    const { databases } = stage.device.disk;
    assert.deepEqual([...databases.keys()].filter(name => name !== "davenport" && databases.get(name)?.version), []);
});

test("A 401 that isn't Davenport's ends no session", async () => {
    const { stage, page } = await Stage.begun();
    const body = '{"type":"","title":"","status":401,"code":"unauthenticated","detail":"Sign in."}';
    stage.fate(/./, { arrives: 0, replace: () => new Answer(401, { "Content-Type": "application/problem+json" }, body) });
    stage.act("createComment", stage.bea, { body: { content: "unheard" } });
    await stage.advance(300_000);
    assert.ok(page.davenport.session.current());
    stage.honest();
    await stage.until(() => page.davenport.replica.room(stage.room.id)?.commentCount === 1);
});

test("What waits for somebody whose session has ended is there after another person has signed in and out", async () => {
    const { stage, page } = await Stage.begun();
    stage.device.isOffline = true;
    await page.says("waits");
    page.davenport.drafts.save("feedback", { text: "half" });
    stage.server.endSessions(stage.ada.id);
    stage.device.isOffline = false;
    stage.fate(/createComment|POST .*comments/, { arrives: 0 });
    await stage.until(() => !page.davenport.session.current());
    stage.honest();
    await page.signIn("bea");
    await stage.until(() => page.davenport.replica.isWhole());
    assert.deepEqual([page.davenport.drafts.withWords(), page.davenport.outbox.writes()], [[], []]);
    await page.does(page.davenport.use(Signing).signOut());
    assert.deepEqual(stage.sent, []);
    await page.signIn("ada");
    await stage.until(() => page.davenport.replica.isWhole() && stage.sent.length > 0);
    assert.deepEqual(stage.sent, ["waits"]);
    assert.equal((await page.does(page.davenport.drafts.load("feedback")))?.text, "half");
    // Her own sign-out removes both.
    await page.does(page.davenport.use(Signing).signOut({ evenUnsent: true }));
    await page.signIn("ada");
    assert.equal(await page.does(page.davenport.drafts.load("feedback")), undefined);
});

test("What somebody types while another tab notices the session's end is never the next person's", async () => {
    const { stage, page } = await Stage.begun();
    const other = await stage.page();
    stage.server.endSessions(stage.ada.id);
    // This tab hears that Bea has signed in before the draft is stored.
    other.davenport.drafts.save("feedback", { text: "half" });
    await page.does(page.davenport.session.end());
    await page.signIn("bea");
    await stage.until(() => other.davenport.session.current()?.userID === stage.bea.id && other.davenport.replica.isWhole());
    await stage.advance(1000);
    for (const tab of [page, other]) assert.equal(await tab.does(tab.davenport.drafts.load("feedback")), undefined);
    await page.does(page.davenport.use(Signing).signOut());
    await page.signIn("ada");
    assert.equal((await page.does(page.davenport.drafts.load("feedback")))?.text, "half");
});

test("What a tab sends is never sent as somebody who has just signed in in another tab", async () => {
    const { stage, page } = await Stage.begun();
    const other = await stage.page();
    // The browser has Bea's cookie; no page of it knows yet.
    const { user } = await page.does(page.davenport.connection.logIn("bea@example.org", "bea-password", { body: {} }));
    await other.says("Ada's");
    await stage.until(() => !other.davenport.session.current());
    assert.deepEqual(stage.sent, []);
    await page.does(page.davenport.session.adopt(user));
    await stage.until(() => page.davenport.replica.isWhole());
    assert.equal(page.davenport.session.current()?.userID, stage.bea.id);
    await page.does(page.davenport.use(Signing).signOut());
    await page.signIn("ada");
    await stage.until(() => stage.sent.length > 0);
    assert.deepEqual([...stage.room.comments.values()].map(({ content, by }) => [content, by]), [["Ada's", stage.ada.id]]);
});

test("A page that was suspended while it signed in takes nothing back that another tab has changed since", async () => {
    const { stage, page } = await Stage.begun();
    stage.server.endSessions(stage.ada.id);
    await stage.until(() => !page.davenport.session.current());
    await stage.advance(1000);
    const { session } = page.davenport;
    const { openPerson } = session;
    session.openPerson = id => {
        session.openPerson = openPerson;
        page.tab.realm.freeze();
        return session.openPerson(id);
    };
    const { user } = await page.does(page.davenport.connection.logIn("ada@example.org", "ada-password", { body: {} }));
    const adopting = session.adopt(user);
    await stage.until(() => page.tab.realm.isFrozen);
    const other = await stage.page();
    await other.does(other.davenport.connection.call("changeMe", { body: { givenName: "Augusta" } }));
    await stage.until(() => other.davenport.replica.me()?.givenName === "Augusta");
    page.tab.realm.thaw();
    await page.does(adopting);
    await stage.advance(60_000);
    for (const tab of [page, other, await stage.page()]) assert.equal(tab.davenport.replica.me()?.givenName, "Augusta");
});

test("A session that ends is no sign-out, also where a full disk doesn't know who had signed in", async () => {
    const { stage, page } = await Stage.begun();
    const other = await stage.page();
    const { session, replica } = other.davenport;
    await page.does(page.davenport.use(Signing).signOut());
    await stage.until(() => !session.current());
    stage.device.disk.full = "request";
    await page.signIn("ada");
    await stage.until(() => session.current());
    page.tab.kill();
    stage.device.disk.full = undefined;
    await stage.until(() => replica.isWhole());
    /** @type {string[]} */
    const heard = [];
    session.subscribe((_, why) => { heard.push(why); });
    other.davenport.drafts.save("feedback", { text: "half" });
    stage.server.endSessions(stage.ada.id);
    await stage.until(() => heard.length > 0);
    assert.deepEqual(heard, ["ended"]);
    // Of what she saw nothing stays on the disk, and what she wrote waits.
    const { stores } = /** @type {any} */ (stage.device.disk.databases.get(`davenport-${stage.ada.id}`));
    assert.deepEqual(["items", "documents", "drafts"].map(name => stores.get(name).rows.length), [0, 0, 1]);
});

test("What waits for somebody whose session has ended goes after thirty days", async () => {
    for (const [days, text] of /** @type {[number, string | undefined][]} */ ([[29, "half"], [31, undefined]])) {
        const { stage, page } = await Stage.begun();
        page.davenport.drafts.save("feedback", { text: "half" });
        stage.server.endSessions(stage.ada.id);
        await stage.until(() => !page.davenport.session.current());
        await stage.advance(1000);
        page.tab.kill();
        stage.device.skew = days * 86_400_000;
        const next = await stage.page();
        assert.equal((await next.does(next.davenport.drafts.load("feedback")))?.text, text, `after ${days} days`);
    }
});

test("Without IndexedDB everything works from memory", async () => {
    const stage = new Stage();
    const { open } = stage.device;
    stage.device.open = () => {
        const tab = open.call(stage.device);
        /** @type {any} */ (tab.platform).indexedDB = undefined;
        return tab;
    };
    const page = await stage.page();
    await page.open();
    await page.says("one");
    await stage.until(() => page.shown.join() === "one sent" && page.davenport.outbox.unsent() === 0);
    assert.equal(page.davenport.outbox.isKept(), false);
});
