// Files on their way to the server.
import assert from "node:assert/strict";
import test from "node:test";
import { Uploads } from "../../../../Sources/Web/js/davenport/class.js";
import { Stage } from "./stage.js";

/** @param {string} name @returns {File} */
const file = name => /** @type {any} */ (Object.assign(new Blob(["bytes"], { type: "text/plain" }), { name }));
const id = (/** @type {number} */ number) => `01a1fcfb-1172-778e-8c3f-4f8d0669be${String(number).padStart(2, "0")}`;

test("A file arrives under the id that was chosen, says how far it is, and the same may be sent again", async () => {
    const { stage, page } = await Stage.begun();
    const uploads = page.davenport.use(Uploads);
    /** @type {number[]} */
    const parts = [];
    for (let count = 0; count < 2; count++) {
        const { signal } = new AbortController();
        const sent = await page.does(uploads.sendFile(id(1), file("a song.txt"), signal, part => parts.push(part)));
        assert.deepEqual([sent.id, sent.name, sent.type], [id(1), "a song.txt", "text/plain"]);
    }
    assert.deepEqual([parts, stage.server.files.size], [[0.5, 0.5], 1]);
});

test("Three files go up at once, and the next follows when one has ended", async () => {
    const { stage, page } = await Stage.begun();
    const uploads = page.davenport.use(Uploads);
    let [open, most] = [0, 0];
    const { upload } = page.tab.platform;
    page.tab.platform.upload = (...all) => {
        most = Math.max(most, open += 1);
        return upload(...all).finally(() => { open -= 1; });
    };
    const { signal } = new AbortController();
    // One of them fails, and makes way for the others too.
    let count = 0;
    const isSecond = (/** @type {string} */ address) => address.includes("/files/") && (count += 1) === 2;
    stage.network.fate = ({ address }) => isSecond(address) ? { arrives: 0, fails: true } : { arrives: 1 };
    const sending = [1, 2, 3, 4, 5, 6, 7].map(number => uploads.sendFile(id(number), file("a"), signal, () => {}));
    const sent = await page.does(Promise.allSettled(sending));
    assert.deepEqual([most, stage.server.files.size, sent.filter(({ status }) => status === "rejected").length], [3, 6, 1]);
});

test("A file that was given up rejects with the signal's reason, and makes way for the next", async () => {
    const { stage, page } = await Stage.begun();
    const uploads = page.davenport.use(Uploads);
    const [given, kept] = [new AbortController(), new AbortController()];
    const first = page.does(assert.rejects(uploads.sendFile(id(1), file("a"), given.signal, () => {}), { message: "given up" }));
    given.abort(new Error("given up"));
    await first;
    await page.does(uploads.sendFile(id(2), file("b"), kept.signal, () => {}));
    assert.deepEqual([...stage.server.files.keys()], [id(2)]);
});

test("A file that nothing names is deleted, and one that can't be now is nobody's fault", async () => {
    const { stage, page } = await Stage.begun();
    const uploads = page.davenport.use(Uploads);
    await page.does(uploads.sendFile(id(1), file("a"), new AbortController().signal, () => {}));
    await page.does(uploads.discardFile(id(1)));
    assert.equal(stage.server.files.size, 0);
    stage.device.isOffline = true;
    await page.does(uploads.discardFile(id(1)));
});
