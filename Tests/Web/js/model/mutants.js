// Makes faults in the library on purpose, one at a time in a copy of it, and shows that the histories find each: node mutants.js
// [NAME…].

import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** So many histories have to find it. */
const histories = 2000;
const root = fileURLToPath(new URL("../../../../", import.meta.url));
const library = "Sources/Web/js/davenport";

/** The faults: what each makes of a line. @type {Record<string, { file: string, from: string, to: string }>} */
const mutants = {
    "an answer needs no echo": {
        file: "api/answer.js", from: "if (headers.get(echoHeader) !== echo) throw Problem.unreadable();", to: "",
    },
    "an answer needs no shape": {
        file: "api/answer.js", from: "if (await loaded(conforms(type, body))) return body;", to: "return body;"
    },
    "404 counts as done": {
        file: "outbox/sender.js", from: '(kind === "reaction" && problem.status === 404)', to: "problem.status === 404",
    },
    "what waits goes with its room": {
        file: "copy/change-page.js", from: "ids.includes(roomID) && fleeting.includes(kind)", to: "ids.includes(roomID)",
    },
    "a refused write is forgotten": { file: "outbox/sender.js", from: "{ problem: error.kept }", to: "{}" },
    "the end of a session erases the outbox": {
        file: "session/ending.js", from: 'database.clear(["items", "documents", "cursor", "answers"])',
        to: 'database.clear(["items", "documents", "cursor", "answers", "outbox"])',
    },
    "a comment is sent without its id": {
        file: "outbox/sender.js", from: 'body: comment ?? { content: "" }', to: 'body: { content: comment?.content ?? "" }',
    },
    "a comment is sent without its pictures": {
        file: "outbox/altered.js", from: "pictures: all.length > 0 ? all : undefined", to: "pictures: undefined",
    },
    "bytes go before their comment has arrived": {
        file: "outbox/pictures.js", from: "if (isTaken) await dropBytes(stores, [before]);",
        to: 'await stores.remove("drafts", bytesPlace(before.id));',
    },
    "the last comment that waits is sent first": {
        file: "outbox/due.js", from: "const entry = waiting(entries).find(",
        to: "const entry = waiting(entries.reverse()).find(",
    },
    "a write that failed isn't sent again": {
        file: "outbox/due.js", from: "if (entry.problem || entry.answered",
        to: "if (entry.attempts > 0 || entry.problem || entry.answered",
    },
    "moves that came too late aren't shown": {
        file: "play/play-sender.js", from: "late: [...late, ...wordsOf(queue.filter(isMissing))]", to: "late",
    },
    "a comment that was deleted stays": {
        file: "copy/change-page.js", to: "",
        from: 'for (const { id } of changes?.removed ?? []) await stores.remove("items", [items, id]);',
    },
    "a full fetch deletes nothing": {
        file: "copy/change-page.js", from: "if (state.isFull) await deleteUnsent(stores, state.pass);", to: "",
    },
};

const wanted = process.argv.slice(2);
let missed = 0;
for (const [name, mutant] of Object.entries(mutants)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const found = tried(mutant);
    missed += Number(!found);
    console.log(`${found ? "Found" : "MISSED"}: ${name}.${found ? `\n    ${found}` : ""}`);
}
console.log(missed === 0 ? "All were found." : `${missed} were missed.`);
process.exitCode = missed === 0 ? 0 : 1;

/**
 * Plays histories of the library with a fault.
 * @param {{ file: string, from: string, to: string }} mutant
 * @returns {string | undefined} what the first failing history says.
 */
function tried({ file, from, to }) {
    const copy = mkdtempSync(join(tmpdir(), "mutant-"));
    try {
        for (
            const part of ["Sources/Web/js", "Tests/Web/js", "docs/openapi.json"]
        ) cpSync(join(root, part), join(copy, part), { recursive: true });
        const path = join(copy, library, file);
        const text = readFileSync(path, "utf8");
        if (text.split(from).length !== 2) throw new Error(`${file} doesn't have exactly once: ${from}`);
        writeFileSync(path, text.replace(from, () => to));
        const script = join(copy, "Tests/Web/js/model/first-failure.js");
        return execFileSync("node", [script, String(histories)], { encoding: "utf8", cwd: dirname(script) }).trim() || undefined;
    } finally {
        rmSync(copy, { recursive: true, force: true });
    }
}
