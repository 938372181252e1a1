// What a browser may lack, lose or do to a page, and what the copy keeps all the same.
import assert from "node:assert/strict";
import test from "node:test";
import { Answers } from "../../../../Sources/Web/js/davenport/answers.js";
import { Answer } from "../stand-ins/answer.js";
import { Stage } from "./stage.js";

test("A kept answer is confirmed by its tag, shown as old without network, and can be forgotten", async () => {
    const { stage, page } = await Stage.begun();
    const answers = page.davenport.use(Answers);
    /** @type {number[]} */
    const statuses = [];
    stage.server.witness = (operation, { status }) => { if (operation === "listFriends") statuses.push(status); };
    const first = await page.does(answers.read("listFriends", {}));
    assert.deepEqual((await page.does(answers.read("listFriends", {}))).answer, first.answer);
    assert.deepEqual(statuses, [200, 304]);
    stage.device.isOffline = true;
    const kept = await page.does(answers.read("listFriends", {}));
    assert.deepEqual([kept.stale, kept.answer], [true, first.answer]);
    await page.does(answers.forget("listFriends"));
    await page.does(assert.rejects(() => answers.read("listFriends", {}), { code: "offline" }));
});

test("Two tabs of a browser without locks write one copy", async () => {
    const stage = new Stage();
    const { open } = stage.device;
    stage.device.open = () => {
        const tab = open.call(stage.device);
        /** @type {any} */ (tab.platform).locks = undefined;
        return tab;
    };
    const tabs = [await stage.page(), await stage.page()];
    for (const tab of tabs) await tab.open();
    const contents = Array.from({ length: 10 }, (_, number) => `${number}`);
    for (const content of contents) stage.act("createComment", stage.bea, { body: { content } });
    const all = contents.map(content => `${content} sent`).join();
    await stage.until(() => tabs.every(tab => tab.shown.join() === all));
    tabs[0].tab.kill();
    const next = await stage.page();
    await next.open();
    assert.equal(next.shown.join(), all);
});

test("A tab that is suspended while it leads keeps no other from hearing and sending", async () => {
    const { stage, page } = await Stage.begun();
    await page.says("sent by the first");
    await stage.until(() => stage.sent.length === 1);
    const other = await stage.page();
    page.tab.realm.freeze();
    await other.says("sent by the second");
    stage.act("createComment", stage.bea, { body: { content: "heard" } });
    await stage.until(() => stage.sent.length === 3 && other.davenport.replica.room(stage.room.id)?.commentCount === 3);
});

test("Connections to the database that the browser drops are opened anew", async () => {
    const { stage, page } = await Stage.begun();
    await page.open();
    for (let number = 0; number < 5; number++) {
        stage.device.disk.loseConnections();
        await page.says(`${number}`);
    }
    await stage.until(() => page.davenport.outbox.unsent() === 0);
    assert.deepEqual(stage.sent, ["0", "1", "2", "3", "4"]);
    assert.deepEqual(page.shown, stage.sent.map(content => `${content} sent`));
    assert.equal(page.davenport.outbox.isKept(), true);
});

test("A database that can't be opened leaves everything to memory, and the page can say so", async () => {
    const stage = new Stage();
    stage.device.disk.failingOpens = 100;
    const page = await stage.page();
    await page.open();
    await page.says("one");
    await stage.until(() => page.shown.join() === "one sent" && page.davenport.outbox.unsent() === 0);
    assert.equal(page.davenport.outbox.isKept(), false);
});

test("What waits asks for lasting storage, and nothing else does", async () => {
    const { stage, page } = await Stage.begun();
    let asked = 0;
    /** @type {any} */ (page.tab.platform).persist = () => { asked += 1; };
    stage.device.isOffline = true;
    await stage.advance(1000);
    assert.equal(asked, 0);
    await page.says("later");
    await stage.until(() => asked > 0);
});

test("Read markers count at once, and go out as one", async () => {
    const { stage, page } = await Stage.begun();
    const { outbox, replica } = page.davenport;
    await page.open();
    const made = ["0", "1", "2", "3"].map(content => stage.act("createComment", stage.bea, { body: { content } }).body);
    await stage.until(() => replica.room(stage.room.id)?.unreadCount === 4);
    let sent = 0;
    stage.server.witness = operation => { sent += Number(operation === "markRead"); };
    for (const { id, number } of made.slice(0, 3)) await page.does(outbox.markRead(stage.room.id, { id, number }));
    const shown = () => [replica.room(stage.room.id)?.readNumber, replica.room(stage.room.id)?.unreadCount];
    assert.deepEqual([shown(), outbox.unsent()], [[3, 1], 0]);
    await stage.until(() => stage.room.members.get(stage.ada.id)?.readNumber === 3);
    await stage.advance(60_000);
    assert.deepEqual([shown(), sent], [[3, 1], 1]);
});

test("A server that refuses long polls is asked every 15 s, and nothing is missed", async () => {
    const { stage, page } = await Stage.begun();
    const { live, replica } = page.davenport;
    await stage.until(() => live.state() === "waiting");
    const refused = (/** @type {any} */ { status, headers, body }) => new Answer(status, { ...headers, "Retry-After": "3600" }, body);
    stage.fate(/GET .*changes/, { arrives: 1, replace: refused });
    stage.act("createComment", stage.bea, { body: { content: "now" } });
    await stage.until(() => live.state() === "polling");
    stage.act("createComment", stage.bea, { body: { content: "within 15 s" } });
    await stage.advance(16_000);
    assert.equal(replica.room(stage.room.id)?.commentCount, 2);
});
