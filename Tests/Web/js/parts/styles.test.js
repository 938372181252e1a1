// The style sheets.
import assert from "node:assert/strict";
import fs from "node:fs";
import test from "node:test";

const folder = new URL("../../../../Sources/Web/css/", import.meta.url);

/** Every selector of the style sheets, of each list one after the other. */
const selectors = fs.readdirSync(folder).filter(name => name.endsWith(".css")).flatMap(name => {
    const style = fs.readFileSync(new URL(name, folder), "utf8").replaceAll(/\/\*.*?\*\//gs, "");
    return [...style.matchAll(/([^{};]+)\{/g)].flatMap(([, list]) => split(list, /,/)).filter(one => !one.startsWith("@"));
});

/**
 * The pieces of a text between separators that stand in no parentheses.
 * @param {string} text
 * @param {RegExp} separator one character
 */
function split(text, separator) {
    let depth = 0;
    const pieces = [""];
    for (const letter of text.trim()) {
        depth += Number(letter === "(") - Number(letter === ")");
        if (depth === 0 && separator.test(letter)) pieces.push("");
        else pieces[pieces.length - 1] += letter;
    }
    return pieces.map(piece => piece.trim()).filter(Boolean);
}

/** Whether a compound selector needs a class, an id or a tag, for which browsers look in the page. @param {string} compound */
const isNamed = compound => /^[a-z]|[.#]/.test(compound.replaceAll(/:(?:not|has)\((?:[^()]|\([^()]*\))*\)/g, ""));

// Where one selector with :has() reaches any element, Chromium computes the style of the whole page anew after each change that
// another selector's :has() depends on: 200 ms for a letter that is typed in a room of 500 comments on a slow phone.
test("What a selector with :has() reaches is named by class, id or tag", () => {
    const wide = selectors.filter(selector => {
        const compounds = split(selector, /[\s>~+]/);
        return compounds.slice(0, -1).some(one => one.includes(":has(")) && !isNamed(compounds.at(-1) ?? "");
    });
    assert.ok(selectors.filter(one => one.includes(":has(")).length > 30);
    assert.deepEqual(wide, []);
});
