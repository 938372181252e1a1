// The copy: it follows the feed, in every tab, and fetches again what it can't read.
import assert from "node:assert/strict";
import test from "node:test";
import { Answers } from "../../../../Sources/Web/js/davenport/answers.js";
import { noteOpenedAndPrune, writeList } from "../../../../Sources/Web/js/davenport/room/room-updates.js";
import { readState } from "../../../../Sources/Web/js/davenport/copy/updates.js";
import { writeChanges } from "../../../../Sources/Web/js/davenport/feed-reader.js";
import { MemoryDatabase } from "../../../../Sources/Web/js/davenport/storage/memory.js";
import { Answer } from "../stand-ins/answer.js";
import { removeRoom } from "../stand-ins/server/rooms.js";
import { Stage } from "./stage.js";

test("A comment arrives, is edited and deleted while its room is open, in every tab", async () => {
    const { stage, page } = await Stage.begun();
    const other = await stage.page();
    for (const tab of [page, other]) await tab.open();
    const { body: { id: commentID } } = stage.act("createComment", stage.bea, { body: { content: "that hallway!" } });
    const path = { roomID: stage.room.id, commentID };
    await stage.until(() => [page, other].every(tab => tab.shown.join() === "that hallway! sent"));
    stage.act("editComment", stage.bea, { path, body: { content: "the hallway" } });
    await stage.until(() => [page, other].every(tab => tab.shown.join() === "the hallway sent"));
    stage.act("deleteComment", stage.bea, { path });
    await stage.until(() => [page, other].every(tab => tab.shown.length === 0));
});

test("Without network, a new page shows what was kept, with what waits", async () => {
    const { stage, page } = await Stage.begun();
    stage.act("createComment", stage.bea, { body: { content: "kept" } });
    await page.open();
    await stage.until(() => page.shown.length === 1);
    stage.device.isOffline = true;
    await page.says("later");
    page.tab.kill();
    const next = await stage.page();
    await next.open();
    assert.deepEqual(next.shown, ["kept sent", "later waiting"]);
    assert.equal(next.davenport.replica.dashboard()?.sections.length, 1);
});

test("A mark is shown at once, and doesn't flicker back when an older page of changes comes late", async () => {
    const { stage, page } = await Stage.begun();
    const { outbox, replica } = page.davenport;
    const { id } = stage.room;
    /** @type {(boolean | undefined)[]} */
    const shown = [];
    replica.subscribe([`room:${id}`], () => { shown.push(replica.room(id)?.watched); });
    // The next page is answered before the mark, and comes after the mark's own answer.
    stage.fate(/GET .*changes/, { arrives: 1, answerDelay: 5000 });
    stage.act("createComment", stage.bea, { body: { content: "ends the long poll" } });
    await stage.advance(300);
    await page.does(outbox.markWatched(id));
    await stage.advance(10_000);
    stage.honest();
    await stage.until(() => outbox.writes().length === 0);
    await stage.advance(60_000);
    assert.deepEqual(await page.rows("outbox"), []);
    assert.equal(replica.room(id)?.watched, true);
    assert.equal(shown.slice(shown.indexOf(true)).every(Boolean), true);
});

test("The server's 410 fetches everything anew, behind what is shown, and deletes what isn't there", async () => {
    const { stage, page } = await Stage.begun();
    const { replica } = page.davenport;
    const { id } = stage.room;
    page.tab.kill();
    removeRoom(stage.server, stage.room);
    stage.server.epoch += 1;
    const next = await stage.page();
    assert.equal(replica.room(id)?.id, id);
    await stage.until(() => next.davenport.replica.room(id) === undefined);
});

test("An archived room that is open keeps its comments when everything is fetched anew", async () => {
    const stage = new Stage();
    stage.act("createComment", stage.bea, { body: { content: "that hallway!" } });
    stage.room.completedAt = stage.server.time(stage.clock.time - 30 * 86_400_000);
    const page = await stage.page();
    await page.open();
    assert.equal(page.shown.length, 1);
    stage.server.epoch += 1;
    await stage.until(() => page.shown.length === 0);
    await stage.until(() => page.shown.length === 1 && page.comments.isWhole(stage.room.id));
});

for (const [what, collection, change] of /** @type {[string, string, (body: any) => any][]} */ ([
    ["A room", "rooms", body => ({ ...body, members: undefined })], ["A person", "people", () => ({})],
    ["A comment", "comments", () => "a page"],
])) {
    test(`${what} of the copy that can't be read is fetched again by itself`, async () => {
        const { stage, page } = await Stage.begun();
        stage.act("createComment", stage.bea, { body: { content: "here" } });
        await page.open();
        await stage.until(() => page.shown.length === 1);
        const { database } = /** @type {any} */ (page.davenport.copy);
        await page.does(database.transaction(["items"], "readwrite", async (/** @type {any} */ stores) => {
            for (const item of await stores.all("items")) {
                if (item.collection === collection) await stores.put("items", { ...item, body: change(item.body) });
            }
        }));
        page.tab.kill();
        const next = await stage.page();
        await next.open();
        const { replica } = next.davenport;
        await stage.until(() => replica.room(stage.room.id)?.members.length === 2 && next.shown.join() === "here sent");
        assert.equal(next.davenport.replica.rooms().length, 1);
        assert.deepEqual(next.tab.errors, []);
    });
}

test("A document and a kept answer that can't be read are fetched again", async () => {
    const { stage, page } = await Stage.begun();
    await page.does(page.davenport.use(Answers).read("showMutes"));
    const { database } = /** @type {any} */ (page.davenport.copy);
    await page.does(database.transaction(["documents", "answers"], "readwrite", async (/** @type {any} */ stores) => {
        await stores.put("documents", { pass: 1, body: "a page" }, "dashboard");
        for (const key of await stores.keys("answers")) {
            await stores.put("answers", { ...await stores.get("answers", key), answer: {} }, key);
        }
    }));
    page.tab.kill();
    const next = await stage.page();
    await stage.until(() => next.davenport.replica.dashboard()?.sections.length === 1);
    const { answer, stale } = await next.does(next.davenport.use(Answers).read("showMutes"));
    assert.deepEqual([answer, stale], [{ userIDs: [], words: [] }, false]);
});

test("A page of changes with another shape isn't taken", async () => {
    const { stage, page } = await Stage.begun();
    const page200 = '{"now":"x","next":"y","more":false,"rooms":{}}';
    stage.fate(/GET .*changes/, { arrives: 1, replace: answer => new Answer(200, answer?.headers ?? {}, page200) });
    stage.act("createComment", stage.bea, { body: { content: "unheard" } });
    await stage.advance(30_000);
    assert.equal(page.davenport.replica.room(stage.room.id)?.commentCount, 0);
    stage.honest();
    await stage.until(() => page.davenport.replica.room(stage.room.id)?.commentCount === 1);
});

test("The comments of the thirty archived rooms that were opened last are kept", async () => {
    const database = new MemoryDatabase({
        items: { keyPath: ["collection", "id"], indexes: { parent: ["collection", "parent"], pass: ["collection", "pass"] } },
        documents: {}, cursor: {}, answers: {}, drafts: {}, outbox: { keyPath: "id", autoIncrement: true },
    }, []);
    let now = Date.UTC(2026, 10, 22);
    const copy = /** @type {any} */ ({ database, platform: { now: () => now } });
    const state = () => database.transaction(["cursor"], "readonly", readState);
    const ids = Array.from({ length: 35 }, (_, number) => `room-${number}`);
    const rooms = ids.map(id => ({ id, members: [], archived: true, archivesAt: "2020-01-01T00:00:00Z" }));
    const changes = { now: new Date(now).toISOString(), next: "1", more: false, rooms: { items: rooms, removed: [] } };
    await writeChanges(copy, await state(), /** @type {any} */ (changes), 0);
    for (const [number, id] of ids.entries()) {
        now += 1000;
        await noteOpenedAndPrune(copy, id);
        await writeList(copy, await state(), id, /** @type {any} */ ([{ id: `comment-${number}`, roomID: id, number: 1 }]));
    }
    const items = await database.transaction(["items"], "readonly", stores => stores.all("items"));
    const whole = items.filter(item => item.complete > 0).map(item => item.id);
    const comments = items.filter(item => item.collection === "comments");
    assert.deepEqual([comments.length, whole.includes("room-0"), whole.includes("room-34")], [30, false, true]);
});

test("What is muted, and what people are called, follows what changes elsewhere in an open room", async () => {
    const { stage, page } = await Stage.begun();
    await page.open();
    stage.act("createComment", stage.bea, { body: { content: "that finale" } });
    const shown = () => page.comments.comments(stage.room.id).map(({ folded, author }) => `${folded} ${author?.username}`).join();
    await stage.until(() => shown() === "false bea");
    stage.server.mutes.set(stage.ada.id, { userIDs: [], words: ["finale"] });
    stage.server.note([stage.ada.id], { kind: "mutes", id: "" });
    await stage.until(() => shown() === "true bea");
    stage.bea.username = "beatrice";
    stage.server.note([stage.ada.id], { kind: "room", id: stage.room.id });
    await stage.until(() => shown() === "true beatrice");
});

test("The newest comment that somebody hasn't read is there once they have watched, without what they mute", async () => {
    const { stage, page } = await Stage.begun();
    const { outbox, replica } = page.davenport;
    const { id } = stage.room;
    const unread = async () => (await page.does(page.comments.unread(id)))?.content;
    const mute = async (/** @type {string[]} */ userIDs, /** @type {string[]} */ words) => {
        stage.server.mutes.set(stage.ada.id, { userIDs, words });
        stage.server.note([stage.ada.id], { kind: "mutes", id: "" });
        await stage.until(() => replica.mutes()?.words.join() === words.join() && replica.mutes()?.userIDs.join() === userIDs.join());
    };
    for (const content of ["that hallway!", "that finale"]) stage.act("createComment", stage.bea, { body: { content } });
    await stage.until(() => replica.room(id)?.commentCount === 2);
    assert.equal(await unread(), undefined);
    await page.does(outbox.markWatched(id));
    await stage.until(() => replica.room(id)?.watched);
    assert.equal(await unread(), "that finale");
    await mute([], ["finale"]);
    assert.equal(await unread(), "that hallway!");
    await mute([stage.bea.id], []);
    assert.equal(await unread(), undefined);
    await mute([], []);
    await page.says("mine");
    await stage.until(() => replica.room(id)?.commentCount === 3);
    assert.equal(await unread(), "that finale");
    await page.does(outbox.unmarkWatched(id));
    await stage.until(() => !replica.room(id)?.watched);
    assert.equal(await unread(), undefined);
});

test("Two tabs without locks write one copy", async () => {
    const stage = new Stage();
    const { open } = stage.device;
    stage.device.open = () => {
        const tab = open.call(stage.device);
        /** @type {any} */ (tab.platform).locks = undefined;
        return tab;
    };
    const tabs = [await stage.page(), await stage.page()];
    for (const tab of tabs) await tab.open();
    for (let number = 0; number < 10; number++) stage.act("createComment", stage.bea, { body: { content: String(number) } });
    const all = Array.from({ length: 10 }, (_, number) => `${number} sent`);
    await stage.until(() => tabs.every(tab => tab.shown.length === 10));
    const later = await stage.page();
    await later.open();
    for (const tab of [...tabs, later]) assert.deepEqual(tab.shown, all);
});

test("A kept answer is confirmed by its tag, stands in for the server, and can be forgotten", async () => {
    const { stage, page } = await Stage.begun();
    const answers = page.davenport.use(Answers);
    const first = await page.does(answers.read("showMutes"));
    await stage.advance(1000);
    const second = await page.does(answers.read("showMutes"));
    assert.equal(stage.network.earlier.filter(({ status }) => status === 304).length, 1);
    assert.deepEqual([second.answer, second.stale, second.at > first.at], [first.answer, false, true]);
    stage.device.isOffline = true;
    assert.deepEqual(await page.does(answers.read("showMutes")), { ...second, stale: true });
    /** @type {string[]} */
    const states = [];
    const { stop } = answers.watch("showMutes", {}, ({ state }) => states.push(state));
    await stage.until(() => states.includes("error"));
    stage.device.isOffline = false;
    await stage.until(() => states.includes("ready"));
    stop();
    assert.deepEqual([states[0], states[states.length - 1]], ["stale", "ready"]);
    stage.device.isOffline = true;
    await page.does(answers.forget("showMutes"));
    await page.does(assert.rejects(answers.read("showMutes"), { code: "offline" }));
});

test("A comment that was listed before everything was here goes, though this page missed the message of its deletion", async () => {
    const stage = new Stage();
    const { body } = stage.act("createComment", stage.bea, { body: { content: "that hallway!" } });
    stage.fate(/changes/, { arrives: 0 });
    const page = stage.opened();
    await page.does(page.davenport.session.start());
    await page.signIn("ada");
    await page.open();
    assert.equal(page.shown.length, 1);
    stage.honest();
    await stage.until(() => page.davenport.replica.isWhole());
    const other = await stage.page();
    page.davenport.copy?.channel?.close();
    page.tab.realm.freeze();
    stage.act("deleteComment", stage.bea, { path: { roomID: stage.room.id, commentID: body.id } });
    await stage.until(() => other.davenport.replica.room(stage.room.id)?.commentCount === 0);
    page.tab.realm.thaw();
    page.tab.show();
    await stage.until(() => page.shown.length === 0);
});
