// The web client's modules: which import which, and what the library may know.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { gzipSync } from "node:zlib";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../../../Sources/Web/js/", import.meta.url));
const modules = fs.readdirSync(root, { recursive: true }).map(String).filter(name => name.endsWith(".js")).sort();
const code = new Map(modules.map(name => [name, withoutComments(fs.readFileSync(path.join(root, name), "utf8"))]));

/** @param {string} text */
function withoutComments(text) {
    return text.replace(/\/\*[^]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "").replace(/[;{}]\s*\/\/.*$/gm, "");
}

/**
 * The modules that a module imports when it loads; with `isLazy`, those that it imports later.
 * @param {string} name
 * @param {{ isLazy?: boolean }} [options]
 */
function importsOf(name, { isLazy = false } = {}) {
    const pattern = isLazy ? /\bimport\(\s*["`]([^"`]+)/g : /^(?:import\b|export\b|\})[^"'\n]*(?:\bfrom )?["'](\.[^"']+)["'];$/gm;
    const found = (code.get(name) ?? "").matchAll(pattern);
    return [...found].map(([, target]) => path.posix.join(path.posix.dirname(name), target));
}

/** @param {string} name */
const allImportsOf = name => [...importsOf(name), ...importsOf(name, { isLazy: true })];

test("No module imports itself by way of others", () => {
    /** @type {Map<string, "open" | "done">} */
    const states = new Map();
    /** @param {string[]} way */
    const visit = way => {
        const name = way[way.length - 1];
        assert.notEqual(states.get(name), "open", `a cycle: ${way.slice(way.indexOf(name)).join(" → ")}`);
        if (states.has(name)) return;
        states.set(name, "open");
        for (const next of importsOf(name)) visit([...way, next]);
        states.set(name, "done");
    };
    for (const name of modules) visit([name]);
});

test("Every imported module exists", () => {
    for (const name of modules) {
        for (const target of allImportsOf(name)) assert.ok(code.has(target), `${name} imports ${target}`);
    }
});

test("The screens reach the library through client.js and the modules of client/ alone", () => {
    const above = modules.filter(name => !/^(davenport|client)\/|^(client|browser-platform)\.js$/.test(name));
    assert.ok(above.length > 50);
    for (const name of above) {
        for (const target of allImportsOf(name)) assert.ok(!target.startsWith("davenport/"), `${name} imports ${target}`);
    }
});

test("The client's modules import the library's entries alone", () => {
    for (const name of modules.filter(name => /^client(\/|\.js$)/.test(name))) {
        const inside = importsOf(name).filter(target => target.startsWith("davenport/"));
        const entries = /^davenport\/(davenport|answers|room|class|play|push|passkeys|password-links|pictures|names|rules\/\w+)\.js$/;
        for (const target of inside) assert.match(target, entries, `${name} imports ${target}`);
    }
});

test("The library imports nothing of the page, and knows it only by its platform", () => {
    const globals = [
        "document", "window", "navigator", "location", "history", "localStorage", "sessionStorage", "self", "globalThis",
        "performance", "crypto", "indexedDB", "caches", "locks",
    ];
    const names = new RegExp(`(?<![.\\w?'"\`-])(${globals.join("|")})\\b`, "g");
    const calls = /(?<![.\w])(addEventListener|fetch|setTimeout|clearTimeout|setInterval|reportError|requestAnimationFrame)\(/;
    const things = /\b(Date\.now|Math\.random|IDBKeyRange|XMLHttpRequest|new BroadcastChannel|AbortSignal\.(any|timeout))\b/;
    const inside = modules.filter(name => name.startsWith("davenport/"));
    assert.ok(inside.length > 20);
    for (const name of inside) {
        const text = (code.get(name) ?? "").replace(/"[^"]*"/g, '""');
        for (const [, global] of text.matchAll(names)) {
            const isOfThePlatform = new RegExp(`\\{[^{}]*\\b${global}\\b[^{}]*\\}(?: = |, |\\))`).test(text);
            assert.ok(isOfThePlatform, `${name} names ${global}`);
        }
        for (const pattern of [calls, things]) assert.doesNotMatch(text, pattern, name);
        for (const target of allImportsOf(name)) assert.ok(target.startsWith("davenport/"), `${name} imports ${target}`);
    }
});

/**
 * How many modules these import with all that they need, and their bytes as a proxy sends them: without indentation, and compressed.
 * @param {...string} names
 */
function loadedWith(...names) {
    const found = new Set(names);
    for (const name of found) for (const target of importsOf(name)) found.add(target);
    return { count: found.size, size: [...found].reduce((sum, name) => sum + servedSize(name), 0), names: [...found].join(", ") };
}

/** @param {string} name */
function servedSize(name) {
    return gzipSync((code.get(name) ?? "").replace(/^\s+/gm, "")).length;
}

test("The first tab, and a first visit with the sign-in before it, load a small part of the client", () => {
    assert.ok(loadedWith("main.js", "screens/watch.js").count <= 25);
    const { count, size, names } = loadedWith("main.js", "screens/enter.js", "screens/watch.js");
    assert.ok(count <= 27 && size + styles() <= 60_000, `${count} modules of ${size} bytes, and styles of ${styles()}: ${names}`);
});

/** The bytes of the styles that the page names, which are served as one file. */
function styles() {
    const [, names] = /css\/([\w+]+)\.css/.exec(fs.readFileSync(path.join(root, "../index.html"), "utf8")) ?? [];
    const files = names.split("+").map(name => fs.readFileSync(path.join(root, `../css/${name}.css`), "utf8"));
    return gzipSync(files.join("").replace(/^\s+/gm, "")).length;
}

test("Modules have at most 300 lines of at most 130 characters, and folders at most 25 modules", () => {
    // The path of an icon stays in one piece. What is generated has longer lines.
    const isIcon = /^ +\w+: "M[^"]+",$/;
    /** @type {Map<string, number>} */
    const folders = new Map();
    for (const name of modules.filter(name => !name.endsWith("-operations.js"))) {
        folders.set(path.dirname(name), (folders.get(path.dirname(name)) ?? 0) + 1);
        const lines = fs.readFileSync(path.join(root, name), "utf8").split("\n");
        assert.ok(lines.length <= 301, `${name} has ${lines.length} lines`);
        for (const [at, line] of lines.entries()) {
            assert.ok(line.length <= 130 || isIcon.test(line), `${name}:${at + 1} has ${line.length} characters`);
        }
    }
    for (const [folder, count] of folders) assert.ok(count <= 25, `${folder} has ${count} modules`);
});
