// The pictures of a form: what a draft keeps of them, and when they can't be sent.
import "./page.js";
import assert from "node:assert/strict";
import test from "node:test";

// The picker, which needs styles, never comes here: what the field knows doesn't need it.
Object.assign(document, { head: { append() {} } });
const { drafts } = await import("../../../../Sources/Web/js/client.js");
const { PictureField } = await import("../../../../Sources/Web/js/parts/writing/picture-field.js");
const { commentPictures } = await import("../../../../Sources/Web/js/parts/pictures/comment-pictures.js");

const bytes = new Blob(["bytes"], { type: "image/png" });
const chosen = (/** @type {string} */ id, /** @type {object} */ more = {}) =>
    ({ id, name: `${id}.png`, type: "image/png", size: 5, width: 4, height: 3, file: bytes, ...more });
const sent = (/** @type {string} */ id, /** @type {object} */ more = {}) =>
    ({ id, name: "", type: "image/png", size: 5, width: 4, height: 3, isSent: true, ...more });

/** What has this tag within a node. @param {any} node @param {string} tag @returns {any[]} */
const all = (node, tag) => node.children.flatMap((/** @type {any} */ child) => [...(child.localName === tag ? [child] : []), ...all(child, tag)]);

// Shows rule 28.14.
test("A draft has what is said of a picture, and not its bytes; what is put back has them again", () => {
    let changes = 0;
    const field = new PictureField({ onChange: () => { changes += 1; } });
    field.set([chosen("a", { alternative: "A map" }), chosen("b")]);
    const kept = JSON.parse(JSON.stringify(field.kept()));
    assert.deepEqual(kept.map((/** @type {any} */ { id, alternative, file }) => [id, alternative, file]), [["a", "A map", undefined], ["b", undefined, undefined]]);
    field.put([kept[1], { ...kept[0], alternative: "Another map" }]);
    assert.deepEqual(field.items.map(({ id, alternative, file }) => [id, alternative, file?.size]), [["b", undefined, 5], ["a", "Another map", 5]]);
    field.put([]);
    assert.deepEqual([field.items.length, changes], [0, 1]);
});

// Shows rule 28.14.
test("An edit changes the pictures if one is added, removed, moved or described anew", () => {
    const initial = [sent("a", { alternative: "A map" }), sent("b")];
    const field = new PictureField({ initial, onChange: () => {} });
    assert.equal(field.isChanged(), false);
    for (const items of [[...initial, chosen("c")], [initial[0]], [initial[1], initial[0]], [sent("a", { alternative: "x" }), initial[1]]]) {
        field.set(items);
        assert.equal(field.isChanged(), true);
    }
    field.put(JSON.parse(JSON.stringify(initial)));
    assert.equal(field.isChanged(), false);
});

// Shows rule 28.14.
test("A fifth picture, a long text and a picture that is being read keep a comment from being sent", () => {
    const field = new PictureField({ onChange: () => {} });
    field.set(["a", "b", "c", "d"].map(id => chosen(id, { alternative: "😱".repeat(500) })));
    assert.equal(field.fault(), "");
    field.set([...field.items, chosen("e")]);
    assert.equal(field.fault(), "A comment has at most 4 pictures.");
    field.set([chosen("a", { alternative: "x".repeat(501) })]);
    assert.match(field.fault(), /at most 500 characters/);
    field.set([]);
    field.reading = 1;
    assert.match(field.fault(), /still being read/);
});

// Shows rule 28.14.
test("The bytes of a picture that was removed go, unless the comment has them", context => {
    const saved = /** @type {unknown[][]} */ ([]);
    context.mock.method(drafts, "save", (/** @type {unknown[]} */ ...call) => { saved.push(call); });
    const field = new PictureField({ initial: [chosen("waits"), sent("there")], onChange: () => {} });
    for (const id of ["waits", "new"]) field.forget(chosen(id));
    field.forget(sent("there"));
    assert.deepEqual(saved, [["picture:new", undefined]]);
});

// Shows rule 28.14.
test("A comment that waits shows its pictures from their bytes, and asks the server for none", () => {
    const [shown, lost] = [chosen("a", { alternative: "A map" }), chosen("b", { file: undefined, alternative: "Lost" })];
    const node = commentPictures([shown, lost]);
    const [image, ...others] = all(node, "img");
    assert.match(image.src, /^blob:/);
    assert.deepEqual([others.length, /** @type {any} */ (node).textContent], [0, "Lost"]);
});

// Shows rule 28.14.
test("Text that was copied in a program stays text, though that adds a picture of it", context => {
    const field = new PictureField({ onChange: () => {} });
    const add = context.mock.method(field, "add", () => {});
    const pastes = (/** @type {string[]} */ types, /** @type {object[]} */ files) => {
        let isTaken = false;
        field.paste(/** @type {any} */ ({ clipboardData: { files, types }, preventDefault() { isTaken = true; } }));
        return isTaken;
    };
    assert.equal(pastes(["text/plain", "text/html", "Files"], [bytes]), false);
    assert.equal(pastes(["text/plain"], []), false);
    assert.equal(add.mock.callCount(), 0);
    // A picture of another page, and a file with its name.
    assert.equal(pastes(["text/html", "Files"], [bytes]), true);
    assert.equal(pastes(["text/plain", "Files"], [bytes]), true);
    assert.equal(add.mock.callCount(), 2);
});

test("A file's name that turns the direction of text doesn't turn the sentence that refuses it", async () => {
    const { readPicture } = await import("../../../../Sources/Web/js/parts/writing/read-picture.js");
    const file = /** @type {File} */ (Object.assign(new Blob(["MZ, and not a picture"]), { name: "x\u202Egnp.exe" }));
    assert.deepEqual(await readPicture(file), { fault: "“xgnp.exe” isn’t a PNG, JPEG, WebP or GIF." });
});
