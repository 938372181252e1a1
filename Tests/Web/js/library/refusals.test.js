// What the page says of a write that the server refuses.
import assert from "node:assert/strict";
import fs from "node:fs";
import test from "node:test";
import "../stand-ins/document-element.js";

const { reasonOf } = await import("../../../../Sources/Web/js/parts/not-sent/reasons.js");

// Shows rule 16.12.
test("Each refusal of a write that works offline has a sentence of its own, and no other code has", () => {
    const document = JSON.parse(fs.readFileSync(new URL("../../../../docs/openapi.json", import.meta.url), "utf8"));
    const declared = Object.values(document.paths).flatMap(path => Object.values(path));
    const operations = new Map(declared.map(one => [one.operationId, one]));
    const kinds = { comment: ["createComment"], picture: ["createFile"], watched: ["markWatched"], unwatched: ["unmarkWatched"],
        reaction: ["addReaction", "removeReaction"], moves: ["sendMoves"] };
    const all = new Set(["forbidden"]);
    for (const [kind, names] of Object.entries(kinds)) {
        const responses = names.flatMap(name => Object.values(operations.get(name).responses));
        const answers = responses.flatMap(({ $ref }) => $ref?.split("/").at(-1) ?? []);
        // What is tried again by itself, ends the session, or makes the page load its new version (rule 10.20) is no refusal.
        const refused = answers.filter(name => !/^(401|429|500|503)\./.test(name)).flatMap(name => name.split(".").slice(1));
        for (const code of refused.filter(name => name !== "client_too_old")) {
            all.add(code);
            const picture = kind === "picture" ? "a.png" : undefined;
            const sentence = reasonOf(kind, /** @type {any} */ ({ code, detail: "DETAIL", picture }));
            const isSentence = /^[A-Z“]/.test(sentence) && !sentence.includes("NAME") && sentence !== "DETAIL" && /(\.|DETAIL)$/.test(sentence);
            assert.ok(isSentence, `${kind} ${code}: ${sentence}`);
        }
    }
    const english = fs.readFileSync(new URL("../../../../Sources/Web/phrases/en/more.json", import.meta.url), "utf8");
    assert.deepEqual(Object.keys(JSON.parse(english)).flatMap(key => /^refusal\.(.*)/.exec(key)?.[1] ?? []).sort(), [...all].sort());
});

// Shows rule 28.14.
test("A picture that is refused is named", () => {
    const said = (/** @type {string} */ code, detail = "") => reasonOf("comment", { code, detail, picture: "beach.png" });
    assert.equal(said("invalid", "content must be a picture that can be decoded."),
        "The server doesn’t take “beach.png”: it must be a picture that can be decoded.");
    assert.equal(said("invalid", "content must have at most 8,388,608 bytes."),
        "The server doesn’t take “beach.png”: it must have at most 8,388,608 bytes.");
    assert.match(said("body_too_large"), /^“beach.png” is larger/);
});

// Shows rule 16.12.
test("A comment that is too long is called so, without the name that its field has on the wire", () => {
    const said = (/** @type {string} */ detail) => reasonOf("comment", /** @type {any} */ ({ code: "invalid", detail }));
    assert.equal(said("content must have at most 4,000 characters."), "Too long: at most 4,000 characters.");
    assert.equal(said("content must not be empty."), "The server doesn’t take it as it is: it must not be empty.");
    assert.equal(said("quote must have at most 500 characters."),
        "The server doesn’t take it as it is: quote must have at most 500 characters.");
});
