// The page /design shows each part that builds elements, by itself or within another one.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { around, within } from "../../../../Development/design/within.js";

const root = fileURLToPath(new URL("../../../../Sources/Web/js/", import.meta.url));
const design = fileURLToPath(new URL("../../../../Development/design/", import.meta.url));
const parts = fs.readdirSync(path.join(root, "parts"), { recursive: true }).map(String).filter(name => name.endsWith(".js"));
const code = (/** @type {string} */ name) => fs.readFileSync(path.join(root, name), "utf8");
const builds = (/** @type {string} */ name) => /\b(el|svg|drawn|linkButton|bar)\(/.test(code(`parts/${name}`));
/** The parts that the page shows by themselves. */
const shown = [...fs.readFileSync(path.join(design, "parts.js"), "utf8").matchAll(/^ {4}"([\w/-]+\.js)": /gm)].map(([, name]) => name);
const screens = [...fs.readFileSync(path.join(design, "screens.js"), "utf8").matchAll(/"\.\.\/js\/(screens\/[\w-]+\.js)"/g)].map(([, name]) => name);

/** Every module that this one loads, now or later, with all that those need. @param {string} name */
function loadedBy(name) {
    const found = new Set([name]);
    for (const one of found) {
        for (const [, target] of code(one).matchAll(/(?:from |\bimport\()"(\.[^"]+)"/g)) {
            const file = path.posix.join(path.posix.dirname(one), target);
            // The others are types.
            if (fs.existsSync(path.join(root, file))) found.add(file);
        }
    }
    return found;
}

test("Every part that builds elements is shown by itself, or named as shown by another one", () => {
    assert.ok(parts.filter(builds).length > 80);
    for (const name of parts.filter(builds)) {
        assert.ok(shown.includes(name) || within[name] || around[name], `Development/design shows parts/${name} nowhere`);
    }
});

test("What is named exists, and is shown once: what shows another part loads it", () => {
    for (const name of [...shown, ...Object.keys({ ...within, ...around })]) assert.ok(parts.includes(name), `there is no parts/${name}`);
    for (const [name, place] of Object.entries(within)) {
        assert.ok(!shown.includes(name), `${name} is shown by itself`);
        const isScreen = place.startsWith("screens/");
        assert.ok(isScreen ? screens.includes(place) : shown.includes(place) || place in within, `${place} isn't shown`);
        assert.ok(loadedBy(isScreen ? place : `parts/${place}`).has(`parts/${name}`), `${place} doesn't load ${name}`);
    }
});

test("Nothing of the page is in the product", () => {
    const product = fs.readdirSync(root, { recursive: true }).map(String).filter(name => name.endsWith(".js"));
    for (const name of product) assert.doesNotMatch(code(name), /\/design\//, name);
});

test("The page has the client's style sheets", () => {
    const [, styles] = /href="([^"]+\+[^"]+\.css)"/.exec(fs.readFileSync(path.join(root, "../index.html"), "utf8")) ?? [];
    assert.ok(styles && fs.readFileSync(path.join(design, "index.html"), "utf8").includes(styles));
});
