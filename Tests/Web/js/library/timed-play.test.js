// A timed play: the server's clock decides, and what was made without network counts at its own time.
import assert from "node:assert/strict";
import test from "node:test";
import { Plays } from "../../../../Sources/Web/js/davenport/play.js";
import { addChallenge } from "../stand-ins/server/play.js";
import { Stage } from "./stage.js";

/** A stage with a timed play, on a device whose clock is off. @param {number} skew in milliseconds. */
async function begun(skew) {
    const { stage, page } = await Stage.begun();
    stage.device.skew = skew;
    const play = await page.does(page.davenport.use(Plays).start(addChallenge(stage.server, "timed").id));
    await stage.until(() => play.isPlayer);
    const remove = () => page.does(play.move({ cubelet: Math.floor(play.game.open[0] / 3) }));
    return { stage, page, play, remove, served: () => [...stage.server.plays.values()][0] };
}

test("A device whose clock is wrong and jumps shows the time that the server has left", async () => {
    const { stage, play, remove, served } = await begun(600_000);
    await stage.advance(20_000);
    stage.device.skew = -3_000_000;
    await remove();
    await stage.until(() => served().moves.length === 1);
    const shown = play.limit - play.elapsed;
    assert.ok(Math.abs(shown - (Date.parse(served().endsAt) - stage.clock.time)) < 2000, String(shown));
});

test("A minute without network costs nothing: each move counts at the time at which it was made", async () => {
    const { stage, page, remove, play, served } = await begun(0);
    await remove();
    await stage.until(() => play.row.queue.length === 0);
    stage.device.isOffline = true;
    await remove();
    await stage.advance(60_000);
    await remove();
    assert.equal(play.row.queue.length, 2);
    stage.device.isOffline = false;
    page.tab.emit("online");
    await stage.until(() => served().moves.length === 3);
    const [first, second, third] = served().moves.map((/** @type {any} */ move) => move.at);
    assert.ok(first <= second && third - second >= 60_000 && third - second < 62_000, `${first} ${second} ${third}`);
});
