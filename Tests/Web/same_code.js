// Compares modules of two folders as TypeScript's parser reads them: same_code.js SOURCE SERVED. Comments and blanks don't count, line numbers do.
const fs = require("fs");
const path = require("path");
const ts = require("typescript");

/** The tokens of a module, each with the line on which it begins. */
function tokens(file) {
    const parsed = ts.createSourceFile(file, fs.readFileSync(file, "utf8"), ts.ScriptTarget.ES2022, true, ts.ScriptKind.JS);
    const found = parsed.parseDiagnostics.map(({ messageText }) => `${file}: ${messageText}`);
    const visit = (node) => {
        const children = node.getChildren(parsed).filter(({ kind }) => kind < ts.SyntaxKind.FirstJSDocNode || kind > ts.SyntaxKind.LastJSDocNode);
        if (children.length > 0) return children.forEach(visit);
        found.push(`${parsed.getLineAndCharacterOfPosition(node.getStart(parsed)).line + 1}: ${node.getText(parsed)}`);
    };
    visit(parsed);
    return found;
}

const [source, served] = process.argv.slice(2);
const files = fs.readdirSync(served, { recursive: true }).filter((file) => file.endsWith(".js"));
let faults = 0;
for (const file of files) {
    const [before, after] = [tokens(path.join(source, file)), tokens(path.join(served, file))];
    const place = before.findIndex((token, at) => token !== after[at]);
    if (place < 0 && before.length === after.length) continue;
    faults += 1;
    console.log(`${file}:${before[place]} is served as ${after[place]}`);
}
console.log(`${files.length} modules`);
process.exitCode = faults > 0 || files.length === 0 ? 1 : 0;
