// The forty lines of docs/javascript-client.md.
import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";
import { Stage } from "./stage.js";

const root = new URL("../../../../", import.meta.url);

test("The example of the page signs in, shows a room, takes a comment offline and follows changes", async () => {
    const page = fs.readFileSync(new URL("docs/javascript-client.md", root), "utf8");
    const [, code] = /** @type {RegExpExecArray} */ (/```js\n([^]*?)```/.exec(page));
    assert.ok(code.trim().split("\n").length <= 45);
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "example-"));
    const file = path.join(folder, "example.mjs");
    fs.writeFileSync(file, code.replaceAll('"./davenport/', `"${new URL("Sources/Web/js/davenport/", root)}`));
    const { evening } = await import(pathToFileURL(file).href);
    fs.rmSync(folder, { recursive: true });

    const stage = new Stage();
    /** @type {any} */
    let shown;
    const options = { email: "ada@example.org", password: "ada-password", show: (/** @type {any} */ next) => { shown = next; } };
    const { say } = await stage.clock.settle(evening(stage.device.open().platform, options));
    assert.deepEqual([shown.title, shown.lines], ["Film", []]);
    stage.device.isOffline = true;
    await stage.clock.settle(say("on the train"));
    await stage.until(() => shown.lines.join() === "ada: on the train (waiting)");
    stage.device.isOffline = false;
    await stage.until(() => shown.lines.join() === "ada: on the train (sent)");
    stage.act("createComment", stage.bea, { body: { content: "I heard it" } });
    await stage.until(() => shown.lines.length === 2);
    assert.deepEqual([stage.sent, shown.notSent, shown.isOffline], [["on the train", "I heard it"], [], false]);
});
