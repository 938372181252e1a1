// Where I am while I watch along: one clock for this page, for the server and for my other devices.
import { named, press, settle } from "./page.js";
import assert from "node:assert/strict";
import test, { mock } from "node:test";

const { drafts, outbox, replica, session } = await import("../../../../Sources/Web/js/client.js");
const { WatchPosition } = await import("../../../../Sources/Web/js/parts/room/watch-position.js");
mock.timers.enable({ apis: ["setTimeout", "Date"], now: 1_800_000_000_000 });

/** A page of a room, whose copy has what is put into `room`. @param {any} [options] */
function begun({ runtime, before, keepAwake = true } = /** @type {any} */ ({})) {
    const stage = {
        /** @type {any} */ room: { watched: false }, /** @type {any[]} */ sent: [], /** @type {any[]} */ locks: [],
        /** @type {any} */ kept: before,
        ahead: 0, isFromHere: false, ends: new AbortController(), moves: 0,
        /**
         * What another device, or the server's answer, says.
         * @param {number} seconds @param {boolean} running @param {number} [ago]
         */
        comes(seconds, running, ago = 0) {
            stage.room.position = { seconds, running, age: ago - replica.now() / 1000 };
            position.follow();
        },
        /** @param {number} seconds */
        pass(seconds) { for (let count = 0; count < seconds; count += 1) mock.timers.tick(1000); },
        held: () => stage.locks.filter(lock => lock.isHeld).length,
    };
    Object.assign(replica, { room: () => stage.room, now: () => Date.now() + stage.ahead });
    Object.assign(outbox, {
        setPosition: (/** @type {string} */ _, /** @type {any} */ position) => stage.sent.push(position), writes: () => [],
        isFromHere: () => stage.isFromHere,
    });
    const save = (/** @type {string} */ _, /** @type {any} */ row) => { stage.kept = row; };
    Object.assign(drafts, { load: async () => stage.kept, save });
    Object.assign(session, { preference: () => keepAwake });
    /** @type {any} */ (navigator).wakeLock = { request: async () => {
        const lock = { isHeld: true, release: async () => { lock.isHeld = false; } };
        stage.locks.push(lock);
        return lock;
    } };
    const position = new WatchPosition("room", stage.ends.signal, {
        onMove: () => { stage.moves += 1; }, onStart() {}, onEnd: () => { stage.room.watched = true; }, isHiding: () => true,
    });
    Object.assign(position, { isAsked: true, runtime });
    return { stage, position };
}

test("Thirty seconds of watching are thirty, and each of them is shown", () => {
    const { stage, position } = begun();
    press(position.button, "Watch along");
    const seen = [];
    for (let count = 0; count < 30; count += 1) {
        stage.pass(1);
        seen.push(position.second());
    }
    assert.deepEqual(seen, Array.from({ length: 30 }, (_, place) => place + 1));
    assert.deepEqual(stage.sent, [{ seconds: 0, running: true }]);
    press(position.button, "Pause");
    stage.pass(10);
    assert.deepEqual([position.second(), stage.sent.at(-1)], [30, { seconds: 30, running: false }]);
});

test("A running position is renewed each minute, and one that nobody has renewed for three is paused where it was set", () => {
    const { stage, position } = begun();
    position.set(100, { running: true });
    stage.pass(61);
    assert.deepEqual(stage.sent.at(-1), { seconds: 160, running: true });
    // The device has slept.
    mock.timers.setTime(Date.now() + 181_000);
    assert.deepEqual([position.isRunning(), position.second()], [false, 160]);
    position.showState();
    assert.ok(position.isLapsed());
    press(position.button, "Go on");
    assert.deepEqual([position.isRunning(), position.isLapsed()], [true, false]);
});

test("An answer that takes long moves nobody back; what another device sets counts", () => {
    const { stage, position } = begun();
    position.set(0, { running: true });
    stage.pass(5);
    // The server has it since its request arrived, two seconds late, and its clock looks late too.
    stage.isFromHere = true;
    stage.ahead = -2000;
    stage.comes(0, true, 3);
    assert.equal(position.second(), 5);
    stage.pass(3);
    assert.equal(position.second(), 8);
    [stage.isFromHere, stage.ahead] = [false, 0];
    stage.comes(2, false);
    assert.deepEqual([position.second(), position.isRunning()], [2, false]);
    stage.comes(40, true);
    stage.pass(2);
    assert.deepEqual([position.second(), position.isRunning()], [42, true]);
});

test("Nobody watches for longer than five minutes after the end", () => {
    const { stage, position } = begun({ runtime: 2580 });
    position.set(2580);
    assert.deepEqual([position.hasEnded(), position.button.hidden], [true, true]);
    position.set(2579);
    assert.deepEqual([position.hasEnded(), position.button.hidden], [false, false]);
    position.set(2878, { running: true });
    stage.pass(3);
    assert.deepEqual([position.second(), position.isRunning()], [2880, false]);
    position.actions.onEnd();
    position.follow();
    assert.ok(stage.room.watched && !position.hasEnded() && position.button.hidden);
});

test("What is unmarked again goes back to where I was, once the server knows", async () => {
    const { stage, position } = begun();
    position.set(1390);
    stage.comes(1390, false);
    position.remember();
    Object.assign(stage.room, { watched: true, position: undefined });
    position.follow();
    assert.deepEqual([position.second(), stage.kept], [undefined, { seconds: 1390 }]);
    const next = begun({ before: stage.kept });
    await settle();
    assert.deepEqual([next.position.second(), next.stage.kept], [1390, undefined]);
    assert.deepEqual(next.stage.sent.at(-1), { seconds: 1390, running: false });
});

test("A mark and its end that arrive at once leave me where I was", () => {
    const { stage, position } = begun();
    position.set(1390);
    stage.comes(1390, false);
    position.remember();
    // The mark was taken back before its answer came, so the copy still has the old position; then it has neither.
    position.follow();
    assert.deepEqual(stage.sent.length, 1);
    Object.assign(stage.room, { position: undefined });
    position.follow();
    assert.deepEqual([position.second(), stage.kept], [1390, undefined]);
    assert.deepEqual(stage.sent, Array.from({ length: 2 }, () => ({ seconds: 1390, running: false })));
});

test("The screen stays awake while the position runs, unless that is switched off", async () => {
    const { stage, position } = begun();
    press(position.button, "Watch along");
    await settle();
    assert.equal(stage.held(), 1);
    press(position.button, "Pause");
    await settle();
    assert.equal(stage.held(), 0);
    const other = begun({ keepAwake: false });
    press(other.position.button, "Watch along");
    await settle();
    assert.deepEqual([other.stage.locks.length, named(other.position.button, "Pause").length > 0], [0, true]);
});

// Shows rule 16.20.
test("A time past the end, or far ahead, is asked about, and a comment there moves nobody unasked", () => {
    const { stage, position } = begun({ runtime: 2580 });
    stage.room.subject = { kind: "tv" };
    const doubt = "95:00 is past the end of this 43-minute episode. There, you see everything that the others wrote.";
    assert.equal(position.doubt(5700), doubt);
    assert.match(position.doubt(601) ?? "", /^You haven’t begun yet\./);
    assert.equal(position.doubt(600), undefined);
    position.set(300);
    assert.match(position.doubt(901) ?? "", /^You are at 5:00\. There, you see what the others wrote until then\.$/);
    assert.equal(position.doubt(10), undefined);
    position.follows(310);
    assert.equal(position.second(), 310);
    position.follows(2000);
    assert.deepEqual([position.second(), position.note.textContent], [310, "Your comment is at 33:20. I’m there"]);
    press(position.note, "I’m there");
    assert.deepEqual([position.second(), position.note.hidden], [2000, true]);
    // What is past the end isn't offered.
    position.follows(5700);
    assert.deepEqual([position.second(), position.note.hidden], [2000, true]);
});

// Shows rule 16.20.
test("A mark of another device, or one whose page goes, keeps where I was", () => {
    const { stage, position } = begun();
    position.set(1390);
    stage.comes(1390, false);
    Object.assign(stage.room, { watched: true, position: undefined });
    position.follow();
    assert.deepEqual(stage.kept, { seconds: 1390 });
    Object.assign(stage.room, { watched: false });
    position.follow();
    assert.equal(position.second(), 1390);
    position.remember();
    position.forget();
    assert.equal(stage.kept, undefined);
});
