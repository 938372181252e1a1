// What a browser does to the databases of a page.
import assert from "node:assert/strict";
import test from "node:test";
import { Stage } from "./stage.js";

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
