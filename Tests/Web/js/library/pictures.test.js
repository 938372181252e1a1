// Pictures of comments, from the choice to the server: docs/rules/pictures.md.
import assert from "node:assert/strict";
import test from "node:test";
import "../../../../Sources/Web/js/davenport/outbox/pictures.js";
import { Pictures, pictureType } from "../../../../Sources/Web/js/davenport/pictures.js";
import { Answer } from "../stand-ins/answer.js";
import { expire } from "../stand-ins/server/pictures.js";
import { Refusal } from "../stand-ins/server/refusal.js";
import { removeRoom } from "../stand-ins/server/rooms.js";
import { Stage } from "./stage.js";

/** A page of something in between, in the answer's place. */
const page200 = /** @type {const} */ ({
    arrives: 0, replace: () => new Answer(200, { "Content-Type": "text/html" }, "<p>Sign in to this Wi-Fi"),
});

let count = 0;
/**
 * A picture that was just chosen.
 * @param {object} [more]
 * @returns {App.ChosenPicture & { file: Blob }}
 */
function picture(more) {
    count += 1;
    const id = `01a1fcfb-1172-778e-8c3f-4f8d0669c${String(count).padStart(3, "0")}`;
    const file = new Blob([id], { type: "image/png" });
    return { id, name: `${count}.png`, type: "image/png", size: file.size, width: 40, height: 30, file, ...more };
}

/**
 * Writes a comment with pictures.
 * @param {import("./stage.js").Page} page
 * @param {string} content
 * @param {...(App.ChosenPicture & { file?: Blob })} pictures
 */
const says = (page, content, ...pictures) =>
    page.does(page.davenport.outbox.addComment(page.stage.room.id, { content, pictures }));

/** The comments on the server: their words, and how many pictures each has. @param {Stage} stage */
const arrived = ({ room }) => [...room.comments.values()].map(({ content, pictures }) => [content, pictures.length]);

/** The bytes of pictures that the device keeps. @param {import("./stage.js").Page} page */
const kept = async page => (await page.rows("drafts")).filter(({ file }) => file).length;

/** Counts the uploads that reach the network. @param {Stage} stage */
function uploads(stage) {
    const asked = /** @type {string[]} */ ([]);
    stage.network.fate = ({ method, address }) => {
        if (method === "PUT" && address.includes("/files/")) asked.push(address);
        return { arrives: 1 };
    };
    return asked;
}

// Shows rule 28.14.
test("A comment waits together with its pictures, also in a new page, and arrives once with all of them", async () => {
    const { stage, page } = await Stage.begun();
    await page.open();
    stage.device.isOffline = true;
    const [one, other] = [picture({ alternative: "A map" }), picture()];
    await says(page, "look", one, other);
    const [shown] = page.comments.comments(stage.room.id);
    assert.deepEqual(shown.pictures?.map(({ alternative, file }) => [alternative, file?.size]), [["A map", one.size], [undefined, other.size]]);
    page.tab.kill();
    const later = await stage.page();
    await later.open();
    assert.deepEqual(later.shown, ["look waiting"]);
    assert.equal(later.comments.comments(stage.room.id)[0].pictures?.[1].file?.size, other.size);
    const asked = uploads(stage);
    stage.device.isOffline = false;
    later.tab.emit("online");
    await stage.until(() => later.davenport.outbox.unsent() === 0);
    assert.deepEqual([arrived(stage), asked.length], [[["look", 2]], 2]);
    const address = new URL(asked[0], "http://server");
    assert.deepEqual([...address.searchParams], [["name", "picture.png"], ["kind", "picture"]]);
    assert.equal(await kept(later), 0);
    assert.deepEqual([...stage.server.files.values()].map(file => file.usedBy !== undefined), [true, true]);
    assert.equal(later.comments.comments(stage.room.id)[0].pictures?.[0].alternative, "A map");
});

// Shows rule 28.14.
test("Words may be missing beside pictures, and the next comment of the room waits for them, but no other room's", async () => {
    const { stage, page } = await Stage.begun();
    stage.fate(/^PUT .*files/, { arrives: 0, fails: true });
    stage.server.mood = operation => operation === "createFile" ? new Refusal(503, "unavailable", "Busy.") : undefined;
    stage.honest();
    await says(page, "", picture());
    await says(page, "second");
    await page.does(page.davenport.outbox.setPosition(stage.room.id, { seconds: 7, running: false }, stage.clock.time));
    await stage.until(() => page.davenport.outbox.writes().length === 2);
    assert.deepEqual(arrived(stage), []);
    stage.server.mood = () => undefined;
    await stage.until(() => page.davenport.outbox.unsent() === 0);
    assert.deepEqual(arrived(stage), [["", 1], ["second", 0]]);
});

// Shows rule 28.14.
test("An upload that another page has begun isn't repeated, and a page of something in between is no answer to it", async () => {
    const { stage, page } = await Stage.begun();
    stage.fate(/^PUT .*files/, page200);
    await says(page, "look", picture(), picture());
    await stage.advance(60_000);
    assert.deepEqual([stage.server.files.size, page.davenport.outbox.unsent()], [0, 1]);
    let asked = 0;
    stage.network.fate = ({ address }) => address.includes("/files/") && (asked += 1) > 1 ? { arrives: 0, fails: true } : { arrives: 1 };
    await page.does(page.davenport.outbox.flush());
    await stage.until(() => asked === 2);
    assert.equal(stage.server.files.size, 1);
    page.tab.kill();
    const [again, later] = [uploads(stage), await stage.page()];
    await stage.until(() => later.davenport.outbox.unsent() === 0);
    assert.deepEqual([arrived(stage), again.length], [[["look", 2]], 1]);
});

// Shows rule 28.14.
test("Of two tabs one uploads, and the other one goes on if that tab closes in the middle", async () => {
    const { stage, page } = await Stage.begun();
    const other = await stage.page();
    stage.device.isOffline = true;
    await says(page, "look", picture(), picture());
    await stage.until(() => other.davenport.outbox.unsent() === 1);
    stage.device.isOffline = false;
    const asked = uploads(stage);
    for (const { tab } of [page, other]) tab.emit("online");
    await stage.until(() => stage.server.files.size === 1);
    page.tab.kill();
    await stage.until(() => other.davenport.outbox.unsent() === 0);
    assert.deepEqual(arrived(stage), [["look", 2]]);
    assert.ok(asked.length <= 3, "only what was under way is sent again");
});

// Shows rule 28.14.
test("An upload of which nothing goes on ends, and is tried again", async () => {
    const { stage, page } = await Stage.begun();
    stage.fate(/^PUT .*files/, { arrives: 0, replace: () => new Answer(200, {}, ""), answerDelay: 3_600_000 });
    await says(page, "look", picture());
    await stage.advance(60_000);
    stage.honest();
    assert.equal(page.davenport.outbox.writes()[0].pictures?.[0].isUploaded, undefined);
    await stage.advance(60_000);
    assert.deepEqual([arrived(stage), page.davenport.outbox.unsent()], [[["look", 1]], 0]);
});

// Shows rule 28.14.
test("Pictures that have expired are uploaded again before the comment is", async () => {
    const { stage, page } = await Stage.begun();
    const busy = new Refusal(503, "unavailable", "Busy.");
    stage.server.mood = operation => operation === "createComment" ? busy : undefined;
    await says(page, "look", picture(), picture());
    await stage.until(() => page.davenport.outbox.writes()[0].pictures?.every(({ isUploaded }) => isUploaded));
    expire(stage.server);
    stage.server.mood = () => undefined;
    await stage.until(() => page.davenport.outbox.unsent() === 0);
    assert.deepEqual(arrived(stage), [["look", 2]]);
});

// Shows rule 28.14.
test("A comment whose answer was lost isn't there twice, and nor are its pictures", async () => {
    const { stage, page } = await Stage.begun();
    stage.fate(/^POST .*comments/, { arrives: 1, fails: true });
    await says(page, "look", picture());
    await stage.until(() => arrived(stage).length === 1);
    const asked = uploads(stage);
    await stage.until(() => page.davenport.outbox.unsent() === 0);
    assert.deepEqual([arrived(stage), asked, stage.server.files.size], [[["look", 1]], [], 1]);
});

// Shows rule 28.14.
test("A picture that is refused stays with its comment, named; without it the comment is sent", async () => {
    const { stage, page } = await Stage.begun();
    const { outbox } = page.davenport;
    const [good, bad] = [picture(), picture({ type: "image/heic", name: "beach.heic" })];
    await says(page, "look", good, bad);
    await stage.until(() => outbox.notSent().length === 1);
    const [{ id, canRetry, pictures, problem, text }] = outbox.notSent();
    assert.deepEqual([text, problem?.code, problem?.picture, canRetry], ["look", "invalid", "beach.heic", false]);
    assert.deepEqual(pictures?.map(({ file }) => file?.size), [good.size, bad.size]);
    const asked = uploads(stage);
    const { file, ...uploaded } = { ...good, isUploaded: true };
    await page.does(outbox.retry(id, { content: "look", pictures: [uploaded] }));
    await stage.until(() => outbox.unsent() === 0);
    assert.deepEqual([arrived(stage), asked, await kept(page)], [[["look", 1]], [], 0]);
});

// Shows rule 28.14.
test("Pictures that the server has no more, and doesn't take again, are sent under new ids by another try", async () => {
    const { stage, page } = await Stage.begun();
    const { outbox } = page.davenport;
    const chosen = picture();
    stage.server.mood = operation => operation === "createComment" ? new Refusal(422, "unknown_file", "No such file.") : undefined;
    await says(page, "look", chosen);
    await stage.until(() => outbox.notSent().length === 1);
    const [{ id, canRetry }] = outbox.notSent();
    assert.equal(canRetry, true);
    stage.server.mood = () => undefined;
    await page.does(outbox.retry(id));
    await stage.until(() => outbox.unsent() === 0);
    assert.deepEqual([arrived(stage), await kept(page)], [[["look", 1]], 0]);
    assert.equal([...stage.room.comments.values()][0].pictures[0].fileID === chosen.id, false);
});

// Shows rule 28.14.
test("While its pictures go up, a comment can be changed and taken back; what was thrown away leaves nothing", async () => {
    const { stage, page } = await Stage.begun();
    const { outbox } = page.davenport;
    stage.fate(/^PUT .*files/, { arrives: 1, answerDelay: 20_000 });
    const [first, second, third] = [picture(), picture(), picture()];
    const id = await says(page, "look", first, second);
    await stage.advance(1000);
    const { file, ...light } = first;
    assert.equal(await page.does(outbox.changeComment(id, { content: "look there", pictures: [third, light] })), true);
    await stage.until(() => outbox.unsent() === 0);
    const [{ content, pictures }] = stage.room.comments.values();
    assert.deepEqual([content, pictures.map(({ fileID }) => fileID)], ["look there", [third.id, first.id]]);
    const other = await says(page, "gone", picture());
    await stage.advance(1000);
    assert.equal(await page.does(outbox.removeComment(other)), true);
    await stage.until(() => stage.server.files.size === 2);
    await stage.advance(60_000);
    assert.deepEqual([arrived(stage), stage.server.files.size, await kept(page)], [[["look there", 2]], 2, 0]);
});

// Shows rule 28.14.
test("A comment whose room is gone keeps its pictures, and signing out counts it and drafts of pictures alone", async () => {
    const { stage, page } = await Stage.begun();
    const { drafts, outbox } = page.davenport;
    stage.device.isOffline = true;
    await says(page, "look", picture());
    const chosen = picture();
    drafts.save(`picture:${chosen.id}`, { at: stage.clock.time, file: chosen.file });
    drafts.save(`room:${stage.room.id}`, { at: stage.clock.time, text: "", pictures: [chosen] });
    await page.does(drafts.flush());
    removeRoom(stage.server, stage.room);
    stage.device.isOffline = false;
    await page.does(outbox.flush());
    await stage.until(() => outbox.notSent().length === 2);
    const later = await stage.page();
    const things = later.davenport.outbox.notSent();
    assert.deepEqual(things.map(({ kind, pictures }) => [kind, pictures?.[0].file?.size]), [["comment", 36], ["draft", 36]]);
    assert.deepEqual(later.davenport.drafts.withWords().map(({ text, pictures }) => [text, pictures.length]), [["", 1]]);
    for (const { id } of things) await later.does(later.davenport.outbox.discard(id));
    assert.deepEqual(later.davenport.outbox.notSent(), []);
    assert.deepEqual([(await later.rows("outbox")).length, await kept(later)], [0, 0]);
});

// Shows rule 28.14.
test("A tab of an earlier version sends no comment without its pictures, since the comment names them", async () => {
    const { stage, page } = await Stage.begun();
    stage.device.isOffline = true;
    const [one, other] = [picture({ alternative: "A map" }), picture()];
    const id = await says(page, "look", one, other);
    const named = () => page.davenport.outbox.writes()[0].comment?.pictures;
    assert.deepEqual(named(), [{ fileID: one.id, alternative: "A map" }, { fileID: other.id }]);
    await page.does(page.davenport.outbox.changeComment(id, { pictures: [{ ...other, alternative: "Mine" }] }));
    assert.deepEqual(named(), [{ fileID: other.id, alternative: "Mine" }]);
    await page.does(page.davenport.outbox.changeComment(id, { pictures: [] }));
    assert.equal(named(), undefined);
});

// Shows rule 28.14.
test("Bytes that nothing has named for a day go, and what a draft names stays", async () => {
    const { stage, page } = await Stage.begun();
    const { drafts } = page.davenport;
    const [named, lost] = [picture(), picture()];
    for (const { id, file } of [named, lost]) drafts.save(`picture:${id}`, { at: stage.clock.time, file });
    drafts.save(`room:${stage.room.id}`, { at: stage.clock.time, text: "", pictures: [named] });
    await page.does(drafts.flush());
    for (const [hours, left] of [[23, 2], [2, 1]]) {
        await stage.advance(hours * 3_600_000);
        const later = await stage.page();
        await stage.advance(1000);
        assert.equal(await kept(later), left);
    }
});

// Shows rule 28.14.
test("An edit of a comment that was sent uploads what was added, once, and again if that has expired", async () => {
    const { stage, page } = await Stage.begun();
    await says(page, "look", picture());
    await stage.until(() => page.davenport.outbox.unsent() === 0);
    const [{ id, pictures: [first] }] = stage.room.comments.values();
    const [path, added, part] = [{ roomID: stage.room.id, commentID: id }, picture(), page.davenport.use(Pictures)];
    const edits = () => page.does(part.edit(path,
        { pictures: [{ fileID: added.id, alternative: "new" }, { fileID: first.fileID }] }, [added], () => {}));
    const asked = uploads(stage);
    stage.server.mood = operation => operation === "editComment" ? new Refusal(503, "unavailable", "Busy.") : undefined;
    await assert.rejects(edits, { code: "unavailable" });
    assert.equal(asked.length, 1);
    stage.server.mood = () => undefined;
    expire(stage.server);
    await edits();
    assert.equal(asked.length, 2);
    assert.deepEqual(arrived(stage), [["look", 2]]);
    await edits();
    assert.equal(asked.length, 2);
});

// Shows rule 28.14.
test("A picture is what its first bytes say", () => {
    const type = (/** @type {string} */ text) => pictureType(Uint8Array.from(text, letter => letter.charCodeAt(0)));
    assert.equal(type("\x89PNG\r\n\x1a\n\0\0\0\r"), "image/png");
    assert.equal(type("\xff\xd8\xff\xe0\0\x10JFIF\0\x01"), "image/jpeg");
    assert.equal(type("GIF89a\x01\0\x01\0\0\0"), "image/gif");
    assert.equal(type("RIFF\x10\0\0\0WEBP"), "image/webp");
    for (const other of ["\0\0\0\x18ftypheic", "%PDF-1.7....", "<svg xmlns='", "RIFF\x10\0\0\0WAVE", ""]) assert.equal(type(other), undefined, other);
});
