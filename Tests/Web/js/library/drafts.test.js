// What somebody types is kept until it has arrived or they throw it away: over reloads, in each tab, and after a session has
// ended.
import assert from "node:assert/strict";
import test from "node:test";
import { removeRoom } from "../stand-ins/server/rooms.js";
import { Stage } from "./stage.js";

const place = "task:new";

test("A draft survives the page, whether it is closed or killed a moment later", async () => {
    const { stage, page } = await Stage.begun();
    page.davenport.drafts.save(place, { text: "closed" });
    page.tab.close();
    await stage.advance(10);
    const second = await stage.page();
    assert.deepEqual(await second.does(second.davenport.drafts.load(place)), { text: "closed" });
    second.davenport.drafts.save(place, { text: "killed" });
    await stage.advance(1000);
    second.tab.kill();
    const third = await stage.page();
    assert.deepEqual(await third.does(third.davenport.drafts.load(place)), { text: "killed" });
});

test("A second tab sees the draft, and hears of each change", async () => {
    const { stage, page } = await Stage.begun();
    const other = await stage.page();
    let heard = 0;
    other.davenport.replica.subscribe([`draft:${place}`], () => { heard += 1; });
    page.davenport.drafts.save(place, { text: "here" });
    await stage.until(() => heard === 1);
    assert.deepEqual(await other.does(other.davenport.drafts.load(place)), { text: "here" });
});

test("An older draft doesn't overwrite a newer one of another tab", async () => {
    const { stage, page } = await Stage.begun();
    const other = await stage.page();
    other.davenport.drafts.save(place, { text: "older", at: stage.device.now });
    other.tab.realm.freeze();
    await stage.advance(5000);
    page.davenport.drafts.save(place, { text: "newer", at: stage.device.now });
    await stage.advance(5000);
    other.tab.realm.thaw();
    await stage.advance(5000);
    assert.equal((await page.does(page.davenport.drafts.load(place)))?.text, "newer");
    assert.equal((await other.does(other.davenport.drafts.load(place)))?.text, "newer");
});

test("What is typed when the session ends waits for its person, as the outbox does", async () => {
    const { stage, page } = await Stage.begun();
    stage.fate(/^POST .*comments/, { arrives: 0, fails: true });
    await page.says("unsent");
    page.davenport.drafts.save(place, { text: "half" });
    stage.server.endSessions(stage.ada.id);
    await stage.until(() => !page.davenport.session.current());
    stage.honest();
    await page.signIn("ada");
    await stage.until(() => stage.sent.length === 1);
    assert.deepEqual(await page.does(page.davenport.drafts.load(place)), { text: "half" });
});

test("A draft of a room that is gone stands with what wasn't sent", async () => {
    const { stage, page } = await Stage.begun();
    const { drafts, outbox } = page.davenport;
    drafts.save(`room:${stage.room.id}`, { text: "half a sentence" });
    drafts.save(`left:${stage.room.id}`, { comment: "x" });
    await page.does(drafts.flush());
    assert.deepEqual(outbox.notSent(), []);
    removeRoom(stage.server, stage.room);
    await stage.until(() => outbox.notSent()[0]?.title !== undefined);
    const [{ id, kind, text, title, isPlaceGone }] = outbox.notSent();
    assert.deepEqual([kind, text, title, isPlaceGone], ["draft", "half a sentence", "Film", true]);
    await page.does(outbox.discard(id));
    assert.deepEqual(outbox.notSent(), []);
    assert.deepEqual(await page.rows("drafts"), []);
});

test("On a full disk a draft that grew keeps there what it had, and goes once it was sent", async () => {
    const { stage, page } = await Stage.begun();
    const { drafts } = page.davenport;
    const place = `room:${stage.room.id}`;
    const text = async () => {
        const later = await stage.page();
        return (await later.does(later.davenport.drafts.load(place)))?.text;
    };
    drafts.save(place, { text: "a long thought" });
    await page.does(drafts.flush());
    stage.device.disk.full = "request";
    drafts.save(place, { text: "a long thought, finished" });
    await page.does(drafts.flush());
    assert.equal(await text(), "a long thought");
    drafts.save(place, undefined);
    await page.does(drafts.flush());
    assert.equal(await text(), undefined);
});

test("What is typed in the moment in which a session ends waits for its person, too", async () => {
    const { stage, page } = await Stage.begun();
    const { drafts, session } = page.davenport;
    const ending = session.end();
    // The session's own drafts are on disk by now, and the screen is still there.
    await stage.until(() => !page.davenport.copy);
    drafts.save(place, { text: "typed late" });
    await page.does(ending);
    page.tab.kill();
    const later = await stage.page();
    assert.equal((await later.does(later.davenport.drafts.load(place)))?.text, "typed late");
});

test("A tab that only has memory keeps what is there when its person signs in elsewhere on the device", async () => {
    const { stage, page } = await Stage.begun();
    const { drafts, outbox } = page.davenport;
    stage.device.disk.full = "request";
    drafts.save(place, { text: "only here" });
    await page.does(drafts.flush());
    assert.equal(outbox.isKept(), false);
    stage.device.disk.full = undefined;
    await (await stage.page()).signIn("ada");
    await stage.advance(5000);
    assert.equal((await page.does(drafts.load(place)))?.text, "only here");
});

test("A comment says that an edit of it isn't sent, after a reload and in each tab, until it is thrown away", async () => {
    const { stage, page } = await Stage.begun();
    const { id } = stage.act("createComment", stage.ada, { body: { content: "as it was" } }).body;
    stage.act("createComment", stage.bea, { body: { content: "another" } });
    const edits = (/** @type {import("./stage.js").Page} */ one) => one.comments.comments(stage.room.id)
        .filter(({ hasUnsentEdit }) => hasUnsentEdit).map(({ content }) => content);
    await page.open();
    await stage.until(() => page.shown.length === 2);
    assert.deepEqual(edits(page), []);
    page.davenport.drafts.save(`edit:${stage.room.id}/${id}`, { text: "as it should be" });
    assert.deepEqual(edits(page), ["as it was"]);
    await stage.advance(1000);
    page.tab.close();

    const [next, other] = [await stage.page(), await stage.page()];
    for (const one of [next, other]) await one.open();
    assert.deepEqual([edits(next), edits(other)], [["as it was"], ["as it was"]]);
    next.davenport.drafts.save(`room:${stage.room.id}`, { text: "a" });
    await stage.advance(1000);
    let announced = 0;
    for (const one of [next, other]) one.davenport.replica.subscribe([`comments:${stage.room.id}`], () => { announced += 1; });
    next.davenport.drafts.save(`room:${stage.room.id}`, { text: "a new one" });
    await stage.advance(1000);
    assert.equal(announced, 0);
    next.davenport.drafts.save(`edit:${stage.room.id}/${id}`, undefined);
    await stage.until(() => announced === 2);
    assert.deepEqual([edits(next), edits(other)], [[], []]);
});

test("Who throws away what a tab shows doesn't throw away what another tab has added meanwhile", async () => {
    const { stage, page } = await Stage.begun();
    const { drafts, outbox } = page.davenport;
    const gone = `room:${stage.room.id}`;
    drafts.save(gone, { text: "one" });
    await page.does(drafts.flush());
    removeRoom(stage.server, stage.room);
    await stage.until(() => outbox.notSent().length === 1);
    const other = await stage.page();
    const discarding = outbox.discard(outbox.notSent()[0].id);
    page.tab.realm.freeze();
    other.davenport.drafts.save(gone, { text: "one, two" });
    await other.does(other.davenport.drafts.flush());
    page.tab.realm.thaw();
    await page.does(discarding);
    assert.deepEqual(outbox.notSent().map(({ text }) => text), ["one, two"]);
    await page.does(outbox.discard(outbox.notSent()[0].id));
    assert.deepEqual(outbox.notSent(), []);
});

test("A tab that only has memory, and whose draft arrives, leaves another tab's draft of the same place", async () => {
    const { stage, page } = await Stage.begun();
    const { drafts, outbox } = page.davenport;
    stage.device.disk.full = "request";
    drafts.save(place, { id: "1", text: "in memory" });
    await page.does(drafts.flush());
    assert.equal(outbox.isKept(), false);
    stage.device.disk.full = undefined;
    const other = await stage.page();
    other.davenport.drafts.save(place, { id: "2", text: "on disk" });
    await other.does(other.davenport.drafts.flush());
    drafts.save(place, undefined);
    await page.does(drafts.flush());
    await stage.advance(1000);
    assert.equal((await other.does(other.davenport.drafts.load(place)))?.text, "on disk");
    assert.deepEqual((await other.rows("drafts")).map(({ text }) => text), ["on disk"]);
});
