// A comment's article: the line of a reply that says what it answers.
import { press } from "./page.js";
import assert from "node:assert/strict";
import test from "node:test";

const { commentArticle } = await import("../../../../Sources/Web/js/parts/room/comment.js");

/**
 * A reply, and what it says above its words.
 * @param {object | undefined} answered
 */
function reply(answered) {
    const led = /** @type {string[]} */ ([]);
    const comment = /** @type {any} */ ({
        id: "b", roomID: "r", number: 2, seconds: 943, content: "which one?", state: "sent", folded: false, mine: false, replyTo: "a",
        createdAt: "2026-11-22T10:00:00Z", hasUnsentEdit: false,
    });
    const around = {
        reply: () => {}, isNew: () => false, follows: () => false, line: () => undefined, keepsPictures: () => false, moderates: () => false,
        answered: (/** @type {string} */ id) => id === "a" ? /** @type {any} */ (answered) : undefined,
        lead: (/** @type {string} */ id) => led.push(id),
    };
    const made = commentArticle(comment, around);
    made.update(comment);
    made.draw();
    return { node: made.node, led, text: made.node.textContent ?? "" };
}

// Shows rule 16.25.
test("A reply says whom it answers and how that comment begins, and leads there", () => {
    const cem = { id: "c", username: "Cem", identityColor: "#d1495b" };
    const { led, node, text } = reply({ id: "a", author: cem, mine: false, text: "more of the hallway…" });
    assert.match(text, /to Cem: more of the hallway…which one\?/);
    press(node, "to Cem: more of the hallway…");
    assert.deepEqual(led, ["a"]);
    assert.match(reply({ id: "a", mine: true, text: "that" }).text, /to you: that/);
    assert.match(reply({ id: "a", mine: false, text: "that" }).text, /to somebody who left: that/);
});

// Shows rule 16.25.
test("It says that the comment is deleted or folded, and nothing where that is hidden", () => {
    const deleted = reply({});
    assert.match(deleted.text, /to a deleted comment/);
    assert.throws(() => press(deleted.node, "to a deleted comment"), "there is nothing to press");
    assert.match(reply({ id: "a" }).text, /to a folded comment/);
    assert.doesNotMatch(reply(undefined).text, /\bto\b/);
});

test("A quote of the line at the head of its thread is marked, so that it isn't said twice", () => {
    const styleOf = (/** @type {string} */ quote) => {
        const comment = /** @type {any} */ ({ id: "a", roomID: "r", seconds: 20, content: "so", quote, state: "sent",
            createdAt: "2026-11-22T10:00:00Z" });
        const around = /** @type {any} */ ({ isNew: () => false, follows: () => false, keepsPictures: () => false,
            line: () => "Who is in\nthe hallway?" });
        const made = commentArticle(comment, around);
        made.update(comment);
        made.draw();
        const quotes = (/** @type {any} */ node) => node.className.startsWith("quote") ? [node] : node.children.flatMap(quotes);
        return quotes(made.node).map((/** @type {any} */ one) => one.className);
    };
    assert.deepEqual(["Who is in the hallway?", "Who is it?"].map(styleOf), [["quote spoken-above"], ["quote"]]);
});
