// Modules that are imported only once they are needed, where they can't be loaded.
import assert from "node:assert/strict";
import test from "node:test";
import { loaded, Problem, Signing } from "../../../../Sources/Web/js/davenport/davenport.js";
import { Stage } from "./stage.js";

/** @param {Promise<unknown>} promise */
const thrown = promise => promise.then(() => undefined, error => error);

test("A module that can't be loaded is a problem with a sentence, which another try may solve", async () => {
    const name = "./nowhere.js";
    const error = await thrown(loaded(import(name)));
    assert.ok(error instanceof Problem);
    assert.deepEqual([error.code, error.isTransient], ["not_loaded", true]);
    assert.match(error.detail, /^A part of this page .*\.$/);
});

test("An account isn't deleted before its data here can be erased, and both are done by the next try", async () => {
    const { stage, page } = await Stage.begun();
    const { drafts, session } = page.davenport;
    drafts.save("feedback", { text: "half" });
    const signing = page.davenport.use(Signing);
    const deletion = { currentPassword: "ada-password", eraseComments: false };
    const { ending } = session;
    session.ending = () => Promise.reject(Problem.notLoaded());
    assert.equal((await page.does(thrown(signing.deleteAccount(deletion))))?.code, "not_loaded");
    assert.ok(stage.server.people.has(stage.ada.id), "the account is there");
    assert.equal((await page.does(drafts.load("feedback")))?.text, "half");
    session.ending = ending;
    const wrong = await page.does(thrown(signing.deleteAccount({ ...deletion, currentPassword: "wrong" })));
    assert.equal(wrong?.code, "wrong_password");
    assert.ok(session.current(), "a refused deletion ends no session");
    await page.does(signing.deleteAccount(deletion));
    assert.equal(stage.server.people.has(stage.ada.id), false);
    assert.equal(session.current(), undefined);
    assert.deepEqual([...stage.device.disk.databases].filter(([name, { version }]) => name !== "davenport" && version), []);
});

test("Somebody else can't sign in before what waits for the one before can be set aside", async () => {
    const { stage, page } = await Stage.begun();
    const { session, outbox } = page.davenport;
    stage.fate(/^POST .*comments/, { arrives: 0, fails: true });
    await page.says("waits");
    const { ending } = session;
    session.ending = () => Promise.reject(Problem.notLoaded());
    assert.equal((await thrown(page.signIn("bea")))?.code, "not_loaded");
    assert.deepEqual([session.current()?.userID, outbox.unsent()], [stage.ada.id, 1]);
    session.ending = ending;
    await page.signIn("bea");
    assert.deepEqual([session.current()?.userID, outbox.unsent()], [stage.bea.id, 0]);
});

test("On a full disk a write that memory can't take either is rejected, and kept by the next try", async () => {
    const { stage, page } = await Stage.begun();
    const { databases, outbox } = page.davenport;
    const { memory } = databases;
    stage.device.disk.full = "request";
    databases.memory = () => Promise.reject(Problem.notLoaded());
    assert.equal((await page.does(thrown(outbox.addComment(stage.room.id, { content: "words" }))))?.code, "not_loaded");
    databases.memory = memory;
    await page.says("words");
    await stage.until(() => outbox.unsent() === 0);
    assert.deepEqual(stage.sent, ["words"]);
});

test("Without the module that reads the feed a page is offline, and tries again in 1, 2, 4 … seconds, or if asked", async () => {
    const { stage, page } = await Stage.begun();
    page.tab.close();
    const { davenport } = stage.opened();
    const { live, session, replica } = davenport;
    const tries = /** @type {number[]} */ ([]);
    const { feedReader } = live;
    live.feedReader = () => {
        tries.push(stage.clock.time);
        return tries.length > 10 ? new Promise(() => {}) : Promise.reject(Problem.notLoaded());
    };
    const begun = stage.clock.time;
    await stage.clock.settle(session.start());
    await stage.advance(6_000);
    const seconds = tries.map(time => Math.round((time - begun) / 1000));
    assert.deepEqual([seconds, live.state(), live.isOffline()], [[0, 1, 3], "off", true]);
    stage.act("createComment", stage.bea, { body: { content: "new" } });
    live.feedReader = feedReader;
    davenport.copy?.poke?.();
    await stage.until(() => replica.room(stage.room.id)?.commentCount === 1);
    assert.deepEqual([live.isOffline(), tries.length], [false, 3]);
});
