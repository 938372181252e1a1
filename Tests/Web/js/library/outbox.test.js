// Words kept: what somebody wrote is on the server, or waits, or is shown as not sent, until its author throws it away.
import assert from "node:assert/strict";
import test from "node:test";
import { Answer } from "../stand-ins/answer.js";
import { Refusal } from "../stand-ins/server/refusal.js";
import { removeRoom } from "../stand-ins/server/rooms.js";
import { Stage } from "./stage.js";

const page200 = {
    arrives: /** @type {const} */ (0),
    replace: () => new Answer(200, { "Content-Type": "text/html" }, "<p>Please accept the terms."),
};

test("Writes wait for the network and arrive once, in their order", async () => {
    const { stage, page } = await Stage.begun();
    await page.open();
    stage.device.isOffline = true;
    for (const content of ["one", "two", "three"]) await page.says(content);
    assert.deepEqual(page.shown, ["one waiting", "two waiting", "three waiting"]);
    assert.equal(page.davenport.outbox.unsent(), 3);
    stage.device.isOffline = false;
    page.tab.emit("online");
    await stage.until(() => page.davenport.outbox.unsent() === 0);
    assert.deepEqual(stage.sent, ["one", "two", "three"]);
    assert.deepEqual(page.shown, ["one sent", "two sent", "three sent"]);
});

test("A page of something in between is no answer to a comment: it waits, and is sent", async () => {
    const { stage, page } = await Stage.begun();
    await page.open();
    stage.fate(/^POST .*comments/, page200);
    await page.says("kept");
    await stage.advance(120_000);
    assert.deepEqual(page.shown, ["kept waiting"]);
    stage.honest();
    await stage.until(() => page.davenport.outbox.unsent() === 0);
    assert.deepEqual(stage.sent, ["kept"]);
});

test("A comment in a room that is gone stays as not sent, with the room's title, until its author throws it away", async () => {
    const { stage, page } = await Stage.begun();
    const { outbox, replica } = page.davenport;
    stage.device.isOffline = true;
    await page.says("these words");
    removeRoom(stage.server, stage.room);
    stage.device.isOffline = false;
    await page.does(outbox.flush());
    await stage.until(() => outbox.notSent()[0]?.title !== undefined && !replica.room(stage.room.id));
    const [thing] = outbox.notSent();
    const { kind, text, title, isPlaceGone, canRetry } = thing;
    assert.deepEqual([kind, text, title, isPlaceGone, canRetry], ["comment", "these words", "Film", true, false]);
    assert.equal(thing.problem?.status, 404);
    assert.equal(outbox.unsent(), 1);
    // A new page knows it, too.
    const later = await stage.page();
    assert.equal(later.davenport.outbox.notSent()[0].text, "these words");
    await page.does(outbox.discard(thing.id));
    assert.deepEqual(outbox.notSent(), []);
});

test("A read marker, a position and a reaction end with their room; a mark of watched doesn't", async () => {
    const { stage, page } = await Stage.begun();
    const { outbox } = page.davenport;
    const { body: comment } = stage.act("createComment", stage.bea, { body: { content: "hello" } });
    await stage.until(() => page.davenport.replica.room(stage.room.id)?.commentCount === 1);
    stage.device.isOffline = true;
    const { id } = stage.room;
    await page.does(outbox.markRead(id, { id: comment.id, number: comment.number }));
    await page.does(outbox.setPosition(id, { seconds: 60, running: false }, stage.clock.time));
    await page.does(outbox.react(id, { commentID: comment.id, emoji: "👍", on: true }));
    await page.does(outbox.markWatched(id));
    removeRoom(stage.server, stage.room);
    stage.device.isOffline = false;
    await page.does(outbox.flush());
    await stage.until(() => outbox.writes().length === 1 && outbox.notSent().length === 1);
    assert.deepEqual(outbox.notSent().map(({ kind }) => kind), ["watched"]);
});

test("A refused comment keeps its words, is changed, and sent again", async () => {
    const { stage, page } = await Stage.begun();
    const { outbox } = page.davenport;
    await page.open();
    const id = await page.says("x".repeat(4001));
    await page.says("short");
    await stage.until(() => stage.sent.length === 1 && outbox.notSent().length === 1);
    const [{ id: writeID, canRetry }] = outbox.notSent();
    assert.equal(canRetry, false);
    assert.equal(await page.does(outbox.changeComment(id, { content: "shorter" })), true);
    await page.does(outbox.retry(writeID));
    await stage.until(() => outbox.unsent() === 0);
    assert.deepEqual(stage.sent, ["short", "shorter"]);
});

test("A refused comment is corrected and sent again in one act, never under an id that stands for something else", async () => {
    for (const [status, code] of /** @type {[number, string][]} */ ([
        [409, "id_taken"], [413, "body_too_large"], [422, "invalid"],
    ])) {
        const { stage, page } = await Stage.begun();
        const { outbox } = page.davenport;
        await page.open();
        stage.server.mood = operation => operation === "createComment" ? new Refusal(status, code, "Not so.") : undefined;
        const id = await page.says("wrong");
        await stage.until(() => outbox.notSent().length === 1);
        stage.device.isOffline = true;
        const writeID = outbox.notSent()[0].id;
        assert.equal(await page.does(outbox.retry(writeID, { content: "right", seconds: 60 })), true);
        assert.deepEqual([page.shown, outbox.notSent()], [["right waiting"], []], code);
        // The tab that comes to it second changes nothing any more.
        assert.equal(await page.does(outbox.retry(writeID, { content: "late" })), false);
        stage.server.mood = () => undefined;
        stage.device.isOffline = false;
        await page.does(outbox.flush());
        await stage.until(() => outbox.unsent() === 0);
        const [comment] = stage.room.comments.values();
        assert.deepEqual([stage.sent, comment.seconds, comment.id === id], [["right"], 60, code !== "id_taken"]);
    }
});

test("A reply waits with what it answers; if that is gone by then, it is sent as a comment that answers none", async () => {
    const { stage, page } = await Stage.begun();
    const { outbox } = page.davenport;
    await page.open();
    const [known, gone] = ["known", "gone"].map(content => stage.act("createComment", stage.bea, { body: { content } }).body);
    await stage.until(() => page.shown.length === 2);
    stage.device.isOffline = true;
    const says = (/** @type {string} */ content, /** @type {string} */ replyTo) =>
        page.does(outbox.addComment(stage.room.id, { content, replyTo }));
    const mine = await says("waits", known.id);
    await says("waits too", mine);
    await says("late", gone.id);
    assert.deepEqual(page.comments.comments(stage.room.id).map(comment => comment.replyTo),
        [undefined, undefined, known.id, mine, gone.id]);
    stage.act("deleteComment", stage.bea, { path: { roomID: stage.room.id, commentID: gone.id } });
    stage.device.isOffline = false;
    await page.does(outbox.flush());
    await stage.until(() => outbox.unsent() === 0);
    assert.deepEqual(stage.sent, ["known", "waits", "waits too", "late"]);
    assert.deepEqual([...stage.room.comments.values()].map(comment => comment.replyTo), [undefined, known.id, mine, undefined]);
});

test("What was never sent is changed, and taken back, in the outbox", async () => {
    const { stage, page } = await Stage.begun();
    const { outbox } = page.davenport;
    // A first write makes the others wait.
    stage.fate(/^(POST|PUT)/, { arrives: 0, fails: true });
    await page.says("first");
    await stage.advance(1000);
    const [wrong, gone] = [await page.says("wrong"), await page.says("gone")];
    await page.does(outbox.markWatched(stage.room.id));
    await page.does(outbox.unmarkWatched(stage.room.id));
    assert.equal(await page.does(outbox.changeComment(wrong, { content: "right" })), true);
    assert.equal(await page.does(outbox.removeComment(gone)), true);
    assert.equal(outbox.unsent(), 2);
    stage.honest();
    await stage.until(() => outbox.unsent() === 0);
    assert.deepEqual(stage.sent, ["first", "right"]);
});

test("A held mark is neither shown nor sent for its time, can be taken back, and counts if the page goes before", async () => {
    const { stage, page } = await Stage.begun();
    const { outbox, replica } = page.davenport;
    const { id } = stage.room;
    const isMarked = () => stage.room.members.get(stage.ada.id)?.watchedAt !== undefined;
    await page.does(outbox.markWatched(id, { holdFor: 10 }));
    await stage.advance(9000);
    assert.equal(replica.room(id)?.watched || isMarked(), false);
    await page.does(outbox.unmarkWatched(id));
    await stage.advance(60_000);
    assert.equal(replica.room(id)?.watched || isMarked(), false);
    await page.does(outbox.markWatched(id, { holdFor: 10 }));
    page.tab.kill();
    await stage.page();
    await stage.until(isMarked);
});

test("The draft of a comment goes when the comment is on disk, and not before", async () => {
    const { stage, page } = await Stage.begun();
    const { drafts, outbox } = page.davenport;
    const place = `room:${stage.room.id}`;
    drafts.save(place, { text: "hello" });
    await page.does(drafts.flush());
    stage.device.isOffline = true;
    await page.does(outbox.addComment(stage.room.id, { content: "hello" }, { draft: place }));
    page.tab.kill();
    const later = await stage.page();
    assert.equal(await later.does(later.davenport.drafts.load(place)), undefined);
    assert.deepEqual(later.davenport.outbox.writes().map(write => write.comment?.content), ["hello"]);
});

test("A clock that is set back while a comment is put off delays it by no more than its pause", async () => {
    const { stage, page } = await Stage.begun();
    await page.open();
    stage.device.skew = 1_000_000;
    stage.fate(/^POST .*comments/, page200);
    await page.says("kept");
    await stage.until(() => page.davenport.outbox.writes()[0].attempts > 2);
    page.tab.close();
    stage.honest();
    stage.device.skew = 0;
    const later = await stage.page();
    await stage.advance(10_000);
    assert.deepEqual([later.davenport.outbox.unsent(), stage.sent], [0, ["kept"]]);
});

test("A write that was answered leaves the outbox also if the count of answers was erased before it", async () => {
    const { stage, page } = await Stage.begun();
    stage.fate(/changes/, { arrives: 0 });
    await page.does(page.davenport.outbox.setPosition(stage.room.id, { seconds: 1, running: false }, stage.clock.time));
    await stage.until(() => page.davenport.copy?.entries.some(({ answered }) => answered !== undefined));
    const { database } = /** @type {any} */ (page.davenport.copy);
    await page.does(database.transaction(["cursor"], "readwrite", (/** @type {any} */ stores) => stores.clear("cursor")));
    page.tab.kill();
    stage.honest();
    const next = await stage.page();
    await stage.advance(60_000);
    assert.deepEqual(await next.rows("outbox"), []);
});

test("A position waits for no comment", async () => {
    const { stage, page } = await Stage.begun();
    const { outbox } = page.davenport;
    const fault = new Refusal(500, "internal_error", "Something went wrong.");
    stage.server.mood = operation => operation === "createComment" ? fault : undefined;
    await page.says("waits");
    await page.does(outbox.setPosition(stage.room.id, { seconds: 70, running: false }, stage.clock.time));
    await stage.until(() => outbox.writes().length === 1);
    assert.deepEqual([outbox.writes()[0].kind, outbox.unsent()], ["comment", 1]);
});

test("A comment or mark that can't be kept since the session has just ended is rejected, and its draft stays", async () => {
    const { stage, page } = await Stage.begun();
    const { outbox, drafts, session } = page.davenport;
    const place = `room:${stage.room.id}`;
    drafts.save(place, { text: "half" });
    stage.server.endSessions(stage.ada.id);
    await page.does(session.end());
    const addComment = () => outbox.addComment(stage.room.id, { content: "half" }, { draft: place });
    for (const write of [addComment, () => outbox.markWatched(stage.room.id)]) {
        await page.does(assert.rejects(write, { name: "InvalidStateError" }));
    }
    await page.does(outbox.markRead(stage.room.id, { id: "", number: 1 }));
    await page.signIn("ada");
    assert.equal((await page.does(drafts.load(place)))?.text, "half");
});

test("What two tabs write without network is shown in both, and arrives once and in its order", async () => {
    const { stage, page } = await Stage.begun();
    const tabs = [page, await stage.page()];
    for (const tab of tabs) await tab.open();
    stage.device.isOffline = true;
    for (const [place, content] of ["one", "two", "three"].entries()) await tabs[place % 2].says(content);
    await tabs[1].does(tabs[1].davenport.outbox.markWatched(stage.room.id));
    for (const tab of tabs) {
        await stage.until(() => tab.davenport.outbox.unsent() === 4);
        assert.deepEqual(tab.shown, ["one waiting", "two waiting", "three waiting"]);
        assert.equal(tab.davenport.replica.room(stage.room.id)?.attention, "wait");
    }
    stage.device.isOffline = false;
    for (const { tab } of tabs) tab.emit("online");
    await stage.until(() => tabs.every(tab => tab.davenport.outbox.unsent() === 0));
    assert.deepEqual(stage.sent, ["one", "two", "three"]);
});

test("A tab that closes while it sends loses nothing", async () => {
    const { stage, page } = await Stage.begun();
    const other = await stage.page();
    stage.fate(/^POST .*comments/, { arrives: 1, requestDelay: 20_000 });
    await page.says("one");
    await stage.until(() => other.davenport.outbox.unsent() === 1);
    page.tab.kill();
    stage.honest();
    await stage.until(() => other.davenport.outbox.unsent() === 0);
    assert.deepEqual(stage.sent, ["one"]);
});

test("Read markers in a row go out once, and count at once", async () => {
    const { stage, page } = await Stage.begun();
    const { outbox, replica } = page.davenport;
    await page.open();
    const written = ["one", "two", "three", "four"]
        .map(content => stage.act("createComment", stage.bea, { body: { content } }).body);
    await stage.until(() => replica.room(stage.room.id)?.unreadCount === 4);
    let marks = 0;
    stage.network.fate = ({ address }) => {
        if (address.endsWith("/read")) marks += 1;
        return { arrives: 1 };
    };
    const read = () => [replica.room(stage.room.id)?.readNumber, replica.room(stage.room.id)?.unreadCount, outbox.unsent()];
    for (const comment of written.slice(0, 3)) await page.does(outbox.markRead(stage.room.id, comment));
    assert.deepEqual([read(), marks], [[3, 1, 0], 0]);
    await stage.until(() => outbox.writes().length === 0);
    assert.deepEqual([read(), marks], [[3, 1, 0], 1]);
});

test("A mark is seen in the dashboard before it is sent, and what waits asks for lasting storage", async () => {
    const { stage, page } = await Stage.begun();
    const { outbox, replica } = page.davenport;
    let asked = 0;
    page.tab.platform.persist = () => { asked += 1; };
    stage.act("createComment", stage.bea, { body: { content: "unread" } });
    await stage.until(() => replica.room(stage.room.id)?.commentCount === 1);
    stage.fate(/^PUT .*watched/, { arrives: 0, fails: true });
    await page.does(outbox.markWatched(stage.room.id));
    assert.deepEqual(replica.dashboard()?.sections.flatMap(({ rooms }) => rooms.map(room => room.attention)), ["read"]);
    await stage.until(() => asked > 0);
});
