// The thumbnails of a comment's pictures: which there are, how large, and what they are called.
import "./page.js";
import assert from "node:assert/strict";
import test from "node:test";

const { commentArticle } = await import("../../../../Sources/Web/js/parts/room/comment.js");
const { commentPictures } = await import("../../../../Sources/Web/js/parts/pictures/comment-pictures.js");

const picture = (/** @type {object} */ more = {}) => /** @type {any} */ ({ id: "p", type: "image/png", size: 9, width: 1600, height: 900, ...more });
const one = picture({ id: "a", alternative: "A map" });

/** What has this tag within a node. @param {any} node @param {string} tag @returns {any[]} */
const all = (node, tag) => node.children.flatMap((/** @type {any} */ child) => [...(child.localName === tag ? [child] : []), ...all(child, tag)]);
/** @param {any} node @param {string} style @returns {any[]} */
const styled = (node, style) => node.children.flatMap((/** @type {any} */ child) => [...(child.className === style ? [child] : []), ...styled(child, style)]);

/** The custom properties that a row or picture gets. @param {readonly any[]} pictures */
function measured(pictures) {
    const [create, made] = [document.createElement, /** @type {Record<string, string>[]} */ ([])];
    document.createElement = (/** @type {string} */ name) => {
        const element = create.call(document, name);
        /** @type {Record<string, string>} */
        const vars = {};
        Object.assign(element, { vars, style: { setProperty: (/** @type {string} */ key, /** @type {string} */ value) => { vars[key.slice(2)] = value; } } });
        return element;
    };
    const node = commentPictures(pictures);
    document.createElement = create;
    return { node, rows: styled(node, "picture-row").map(row => row.vars), tiles: styled(node, "picture").map(tile => tile.vars), made };
}

/** A comment's article. @param {object} more @param {object} [around] */
function article(more, around = {}) {
    const comment = /** @type {any} */ ({
        id: "b", roomID: "r", number: 2, seconds: 943, content: "", state: "sent", folded: false, mine: false,
        createdAt: "2026-11-22T10:00:00Z", hasUnsentEdit: false, pictures: [one], ...more,
    });
    const made = commentArticle(comment, { reply: () => {}, isNew: () => false, follows: () => false, line: () => undefined, keepsPictures: () => false,
        moderates: () => false, answered: () => undefined, lead: () => {}, ...around });
    made.update(comment);
    made.draw();
    return { node: made.node, update: (/** @type {object} */ change) => made.update({ ...comment, ...change }) };
}

// Shows rule 28.13.
test("A thumbnail has its place before it is here, comes when it is near, and is called by its alternative text", () => {
    const images = all(commentPictures([one, picture()]), "img");
    assert.deepEqual(images.map(image => image.src), ["/v1/files/a/thumbnail", "/v1/files/p/thumbnail"]);
    assert.deepEqual(images.map(image => image.alt), ["A map", "Picture 2 of 2 without a description"]);
    assert.equal(all(commentPictures([picture()]), "img")[0].alt, "Picture without a description");
    for (const image of images) assert.deepEqual([image.loading, image.width, image.height], ["lazy", 1600, 900]);
    assert.equal(commentPictures([]), false);
    assert.equal(commentPictures(undefined), false);
});

// Shows rule 28.13.
test("Up to two pictures stand in a row of 240 pixels, more in two rows of 160; small ones stay small", () => {
    const [wide, high, tiny] = [picture(), picture({ width: 900, height: 1600 }), picture({ width: 20, height: 20 })];
    assert.deepEqual(measured([wide]).rows, [{ high: "240", sum: String(1600 / 900) }]);
    assert.deepEqual(measured([wide, high]).rows.map(row => row.high), ["240"]);
    assert.deepEqual(measured([wide, wide, high]).rows.map(row => row.high), ["160", "160"]);
    assert.equal(measured([wide, wide, high, tiny]).tiles.length, 4);
    assert.deepEqual(measured([tiny]).rows, [{ high: "48", sum: "1" }]);
    assert.deepEqual(measured([tiny, high]).rows.map(row => row.high), ["240"]);
    // What is very long leaves room for the one beside it.
    const long = [picture({ width: 9000, height: 90 }), picture({ width: 90, height: 9000 })];
    assert.deepEqual(measured(long).tiles, [{ ratio: "2" }, { ratio: "0.5" }]);
});

// Shows rule 28.13.
test("A comment without text has no empty line, and one that is folded no picture", () => {
    assert.equal(styled(article({}).node, "comment-text").length, 0);
    const { node } = article({ content: "look" });
    assert.equal(styled(node, "comment-text").length, 1);
    assert.equal(all(node, "img").length, 1);
    assert.equal(all(article({ folded: true }).node, "img").length, 0);
});

// Shows rule 28.13.
test("What else changes of a comment leaves its pictures as they are", () => {
    const { node, update } = article({});
    const [image] = all(node, "img");
    update({ editedAt: "2026-11-22T10:01:00Z", content: "look" });
    assert.match(node.textContent ?? "", /edited/);
    assert.equal(all(node, "img")[0], image);
    update({ pictures: [picture({ id: "c" })] });
    assert.equal(all(node, "img")[0].src, "/v1/files/c/thumbnail");
});

// Shows rule 28.13.
test("The words of a picture that doesn't load stand in its place, and it is asked for again", context => {
    context.mock.timers.enable({ apis: ["setTimeout"] });
    const node = commentPictures([one]);
    const [button] = styled(node, "picture");
    Object.assign(button, { isConnected: true, querySelector: (/** @type {string} */ tag) => all(button, tag)[0] });
    all(node, "img")[0].dispatchEvent({ type: "error" });
    assert.deepEqual([all(node, "img").length, button.textContent], [0, "A map"]);
    context.mock.timers.tick(3_000);
    assert.equal(all(node, "img").length, 1);
});

// Shows rule 28.13.
test("Pictures of what lies ahead aren't asked for, and the comment says when they come", () => {
    const around = { keepsPictures: (/** @type {{ seconds: number }} */ { seconds }) => seconds !== 5 };
    const { node, update } = article({ content: "look" }, around);
    assert.equal(all(node, "img").length, 0);
    assert.match(node.textContent ?? "", /A picture comes when you are at 15:43\./);
    update({ seconds: 0, pictures: [one, picture()] });
    assert.match(node.textContent ?? "", /2 pictures come once you have watched\./);
    update({ seconds: 5 });
    assert.equal(all(node, "img").length, 1);
});
