// Puzzles: moves are on disk before they are shown, are sent in their order, and what came too late is said.
import assert from "node:assert/strict";
import test from "node:test";
import { Plays } from "../../../../Sources/Web/js/davenport/play.js";
import { Device } from "../stand-ins/browser.js";
import { addChallenge } from "../stand-ins/server/play.js";
import { Refusal } from "../stand-ins/server/refusal.js";
import { Stage } from "./stage.js";

/** @param {"timed" | "untimed"} [mode] a stage with a challenge that Ada has started. */
async function begun(mode = "untimed") {
    const { stage, page } = await Stage.begun();
    const challenge = addChallenge(stage.server, mode);
    const plays = page.davenport.use(Plays);
    const play = await page.does(plays.start(challenge.id));
    await stage.until(() => play.isPlayer);
    return { stage, page, plays, play, challenge };
}
/** The server's only play. @param {Stage} stage */
const served = stage => [...stage.server.plays.values()][0];
/** A cubelet that lies open. @param {import("../../../../Sources/Web/js/davenport/play/running-play.js").RunningPlay} play */
const open = play => Math.floor(play.game.open[0] / 3);

test("Moves made without network wait on disk, and a new page sends them in their order", async () => {
    const { stage, page, play } = await begun();
    stage.device.isOffline = true;
    const cubelets = [];
    for (let count = 0; count < 3; count++) {
        await stage.advance(1000);
        cubelets.push(open(play));
        assert.equal(await page.does(play.move({ cubelet: cubelets[count] })), undefined);
    }
    assert.deepEqual([play.game.moves.length, page.davenport.outbox.unsent(), served(stage).moves.length], [3, 3, 0]);
    page.tab.kill();
    stage.device.isOffline = false;
    await stage.page();
    await stage.until(() => served(stage).moves.length === 3);
    assert.deepEqual(served(stage).moves.map((/** @type {any} */ move) => move.cubelet), cubelets);
});

test("A play whose copy another tab has just erased reports no error", async () => {
    const { stage, page, play } = await begun();
    // The page hears of the other tab's sign-out a moment later.
    const { database } = /** @type {any} */ (page.davenport.copy);
    database.connection.close();
    [database.connection, database.isErased] = [undefined, true];
    for (const looks of [() => play.refresh(), () => play.follow(), () => play.hurry()]) await page.does(Promise.resolve(looks()));
    await stage.advance(1000);
    assert.deepEqual(page.tab.errors, []);
});

test("A move that the rules don't allow isn't played", async () => {
    const { page, play } = await begun();
    assert.equal(await page.does(play.move({ faces: [0, 1] })), "too_short");
    const cubelet = open(play);
    await page.does(play.move({ cubelet }));
    assert.equal(await page.does(play.move({ cubelet })), "not_open");
    assert.equal(play.game.moves.length, 1);
});

test("A play that was finished is over on the server, and leaves nothing on disk", async () => {
    const { stage, page, play } = await begun();
    await page.does(play.move({ cubelet: open(play) }));
    await page.does(play.finish());
    assert.equal(await page.does(play.move({ cubelet: open(play) })), "not_open");
    await stage.until(() => play.isOver);
    assert.deepEqual([served(stage).moves.length, served(stage).overAt !== undefined], [1, true]);
    await stage.until(() => !page.davenport.copy?.drafts.has(`play:${play.row.play.id}`));
    assert.deepEqual(await page.rows("drafts"), []);
});

test("Moves that come after the end are shown as not sent, until their author has read of them", async () => {
    const { stage, page, play } = await begun("timed");
    stage.device.isOffline = true;
    await page.does(play.move({ cubelet: open(play) }));
    await stage.advance(300_000);
    stage.device.isOffline = false;
    page.tab.emit("online");
    await stage.until(() => play.isOver);
    const { outbox } = page.davenport;
    const notSent = outbox.notSent().map(({ kind, text, problem }) => [kind, text, problem?.code]);
    assert.deepEqual(notSent, [["moves", "a removal", "play_over"]]);
    await page.does(play.read());
    assert.deepEqual(outbox.notSent(), []);
});

test("One tab plays, the others follow, and one of them goes on when it is closed", async () => {
    const { stage, page, play, challenge } = await begun();
    await page.does(play.move({ cubelet: open(play) }));
    const other = await stage.page();
    const follower = await other.does(other.davenport.use(Plays).start(challenge.id));
    await stage.until(() => follower.isReady);
    assert.equal(await other.does(follower.move({ cubelet: open(follower) })), "not_open");
    await page.does(play.move({ cubelet: open(play) }));
    await stage.until(() => follower.game.moves.length === 2);
    page.tab.close();
    await stage.until(() => follower.isPlayer);
    assert.equal(await other.does(follower.move({ cubelet: open(follower) })), undefined);
    await stage.until(() => served(stage).moves.length === 3);
});

test("Another device's moves arrive, and moves made after others are taken back, with a notice", async () => {
    const { stage, page, play, challenge } = await begun();
    const phone = await stage.page(new Device(stage.clock, stage.network, stage.random, { name: "phone" }));
    const there = await phone.does(phone.davenport.use(Plays).start(challenge.id));
    await stage.until(() => there.isPlayer);
    await phone.does(there.move({ cubelet: open(there) }));
    await stage.until(() => play.game.moves.length === 1);
    stage.device.isOffline = true;
    await stage.advance(1000);
    await page.does(play.move({ cubelet: Math.floor(play.game.open[1] / 3) }));
    await phone.does(there.move({ cubelet: open(there) }));
    await stage.until(() => served(stage).moves.length === 2);
    stage.device.isOffline = false;
    page.tab.emit("online");
    await stage.until(() => play.game.moves.length === 2 && play.row.queue.length === 0);
    assert.match(play.notice, /^You played on elsewhere/);
    const cubelets = served(stage).moves.map((/** @type {any} */ move) => move.cubelet);
    assert.deepEqual(play.game.moves.map(move => move.cubelet), cubelets);
});

test("A move that the server refuses is taken back, with the reason", async () => {
    const { stage, page, play } = await begun();
    const refused = new Refusal(422, "move_refused", "A move was refused.", { more: { move: 0, reason: "not_open" } });
    stage.server.mood = operation => operation === "sendMoves" ? refused : undefined;
    await page.does(play.move({ cubelet: open(play) }));
    await stage.until(() => play.game.moves.length === 0);
    assert.equal(play.notice, "A move was taken back: not open.");
});

test("A move made once the session has ended isn't taken, and what was made before is sent after the next sign-in", async () => {
    const { stage, page, play } = await begun();
    stage.device.isOffline = true;
    await page.does(play.move({ cubelet: open(play) }));
    stage.device.isOffline = false;
    stage.server.endSessions(stage.ada.id);
    await page.does(page.davenport.session.end());
    assert.equal(await page.does(play.move({ cubelet: open(play) })), "not_open");
    await page.signIn("ada");
    await stage.until(() => served(stage).moves.length === 1);
});
