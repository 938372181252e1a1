// What the page's modules say: the phrases that they take from the file of phrases, and texts that stand in the code.
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

// TypeScript comes with its checker, wherever that is installed.
const checker = (process.env.PATH ?? "").split(":").map((folder) => path.join(folder, "tsc"))
    .find((place) => fs.existsSync(place));
const ts = createRequire(fs.realpathSync(checker ?? "tsc"))("../lib/typescript.js");
const root = new URL("../../../../Sources/Web/js/", import.meta.url).pathname;

/** @param {string} [folder] @returns {string[]} the paths of modules below `js/` */
export const modules = (folder = root) => fs.readdirSync(folder, { withFileTypes: true }).flatMap((one) => {
    const place = path.join(folder, one.name);
    return one.isDirectory() ? modules(place) : place.endsWith(".js") ? [path.relative(root, place)] : [];
});

/** @param {string} module @param {(node: any) => void} look @param {string} [code] */
function visit(module, look, code = fs.readFileSync(root + module, "utf8")) {
    const file = ts.createSourceFile(module, code, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS);
    (function walk(/** @type {any} */ node) {
        look(node);
        ts.forEachChild(node, walk);
    })(file);
}

/**
 * The calls that take a phrase.
 * @param {string} module
 * @returns {{key: string, isPrefix: boolean, values: string[] | undefined}[]} `key` is the whole key, or with `isPrefix` how
 *     it begins; `values` has the names of what is put into it, and is undefined if they don't stand in the call
 */
export function phrasesIn(module) {
    /** @type {{key: string, isPrefix: boolean, values: string[] | undefined}[]} */
    const found = [];
    visit(module, (node) => {
        if (ts.isTemplateExpression(node) && /^\w+(\.\w+)*\.$/.test(node.head.text)) {
            found.push({ key: node.head.text, isPrefix: true, values: undefined });
        }
        // A key in a list of keys.
        if (ts.isStringLiteral(node) && /^[a-z]\w*\.[\w.]+$/.test(node.text)) {
            found.push({ key: node.text, isPrefix: false, values: undefined });
        }
        if (!ts.isCallExpression(node) || !["phrase", "phraseAround"].includes(node.expression.getText())) return;
        const [key, values] = node.arguments;
        const names = !values ? [] : ts.isObjectLiteralExpression(values)
            ? values.properties.map((/** @type {any} */ one) => one.name?.getText()) : undefined;
        for (const one of alternatives(key)) found.push({ key: one, isPrefix: false, values: names });
    });
    return found;
}

/** The keys that an expression may be: `a ? "x" : "y"` has two. @param {any} node @returns {string[]} */
function alternatives(node) {
    if (ts.isConditionalExpression(node)) return [...alternatives(node.whenTrue), ...alternatives(node.whenFalse)];
    return ts.isStringLiteral(node) ? [node.text] : [];
}

/** Where a text goes: `a ? "x" : "y"` and `a ?? "x"` stand for theirs. @param {any} node @returns {any} */
function placeOf(node) {
    const { parent } = node;
    const isChosen = ts.isConditionalExpression(parent) ? parent.condition !== node
        : ts.isBinaryExpression(parent) && /^(\?\?|\|\||&&)$/.test(parent.operatorToken.getText());
    return isChosen ? placeOf(parent) : node;
}

/** Attributes and options whose values nobody reads. */
const unread = new Set(["class", "id", "type", "role", "href", "src", "for", "name", "autocomplete", "inputmode", "pattern",
    "method", "viewBox",
    "d", "tag", "kind", "rel", "target", "accept", "enterkeyhint", "as", "key", "event", "code",
    "font", "style", "aria-keyshortcuts"]);
const styles = new URL("../../../../Sources/Web/css/", import.meta.url);
const css = fs.readdirSync(styles).map((name) => fs.readFileSync(new URL(name, styles), "utf8")).join("");
/** The classes that the styles know. A text of these alone is no sentence. */
const classes = new Set([...css.matchAll(/\.([a-z][\w-]*)/g)].map(([, name]) => name));
const takingNoWords = new RegExp("(querySelector|querySelectorAll|closest|matches|[sg]etAttribute|removeAttribute|"
    + "addEventListener|startsWith|endsWith|includes|split)$");

/**
 * Texts in the code that look like words for a reader: they have two words, or begin with a capital.
 * @param {string} module
 * @param {string} [code] what stands in it
 * @returns {string[]}
 */
export function wordsIn(module, code) {
    /** @type {string[]} */
    const found = [];
    visit(module, (node) => {
        const text = ts.isStringLiteralLike(node) ? node.text
            : ts.isTemplateExpression(node) ? [node.head, ...node.templateSpans.map((/** @type {any} */ one) => one.literal)]
                .map((one) => one.text).join("").trim() : "";
        const isRead = /[a-z]/.test(text.replace(/\bpx\b/g, "")) && !/^[#.[:/]|[{};=<>]|--/.test(text)
            && (/[A-Za-z’.,?!] [A-Za-z]/.test(text) || /^[A-Z][a-z]/.test(text));
        if (!isRead) return;
        const { parent } = placeOf(node);
        const isName = ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent) || ts.isCaseClause(parent)
            || (ts.isPropertyAssignment(parent) && (parent.name === node || unread.has(parent.name.text)))
            || text.split(" ").every((/** @type {string} */ one) => classes.has(one)) || text === "Davenport"
            || (ts.isBinaryExpression(parent) && /^([!=]==|in)$/.test(parent.operatorToken.getText()))
            // What a set has is compared with something.
            || (ts.isArrayLiteralExpression(parent) && ts.isNewExpression(parent.parent)
                && parent.parent.expression.getText() === "Set")
            || (ts.isNewExpression(parent) && /Error$/.test(parent.expression.getText()))
            || (ts.isCallExpression(parent) && takingNoWords.test(parent.expression.getText()))
            // Code is the same in every language.
            || (ts.isCallExpression(parent) && parent.expression.getText() === "el" && parent.arguments[0].text === "code");
        if (!isName) found.push(text);
    }, code);
    return found;
}
