// Compares the regular expressions of the OpenAPI document between the engines of common tools: browsers', Python's and Go's.
//
// engines.js DOCUMENT: every engine must accept every pattern, and all engines must match the same texts. Prints a line for each
// fault, and exits with status 1 if there is any. Go and Python must be installed.

const { execFileSync } = require("node:child_process");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");

// Mostly edge cases: white space, control characters, combining and invisible characters. Go and browsers class some of these
// differently, so no pattern may depend on them.
const alphabet = [
    ..."abZ7@._-:/\\#% \t\n\u000b\u0085\u00a0\u2009\u3000\ufeff\u200b\u0000\u0007\u001c\u007f\u009f\u00ad",
    ..."éß×\u02c2\u02e4\u0301漢аωե\u200d\ufe0f\u3164\u2028\uffff",
    "12:30", "d1495b", "org.example", "🙂",
];

// Python's `$` also matches before a final line feed. In the other engines it doesn't.
const python = `
import json, re, sys
def said(pattern, texts):
    try:
        made = re.compile(pattern)
    except re.error as error:
        return str(error)
    return [None if text.endswith("\\n") else bool(made.search(text)) for text in texts]
patterns, texts = json.load(open(sys.argv[1]))
print(json.dumps([said(pattern, texts) for pattern in patterns]))
`;

const go = `
package main
import ("encoding/json"; "os"; "regexp")
func main() {
  bytes, _ := os.ReadFile(os.Args[1])
  var given [2][]string
  if err := json.Unmarshal(bytes, &given); err != nil { panic(err) }
  said := []any{}
  for _, pattern := range given[0] {
    made, err := regexp.Compile(pattern)
    if err != nil { said = append(said, err.Error()); continue }
    each := []bool{}
    for _, text := range given[1] { each = append(each, made.MatchString(text)) }
    said = append(said, each)
  }
  json.NewEncoder(os.Stdout).Encode(said)
}
`;

/** All patterns in a part of the document. */
function patternsIn(value) {
    if (Array.isArray(value)) return value.flatMap(patternsIn);
    if (typeof value !== "object" || value === null) return [];
    return Object.entries(value).flatMap(([name, member]) =>
        name === "pattern" && typeof member === "string" ? [member] : patternsIn(member));
}

/** 2,000 texts, the same at each run, and long ones. */
function texts() {
    let state = 1;
    const below = (count) => {
        state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
        return Math.floor(state / 2 ** 32 * count);
    };
    const text = () => Array.from({ length: below(13) }, () => alphabet[below(alphabet.length)]).join("");
    const some = Array.from({ length: 2000 }, text);
    return [...some, ...[1, 2, 30, 31, 200, 201, 4000, 4001, 20_000].map((length) => "a".repeat(length))];
}

/** What each engine says of each pattern: whether it matches each text, or why it doesn't accept the pattern. */
function answers(patterns, all) {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "engines-"));
    const [given, program] = [path.join(folder, "given.json"), path.join(folder, "main.go")];
    const run = (...command) => JSON.parse(execFileSync(command[0], command.slice(1), { encoding: "utf8", maxBuffer: 1 << 28 }));
    const here = (flags) => patterns.map((pattern) => {
        try {
            const made = new RegExp(pattern, flags);
            return all.map((text) => made.test(text));
        } catch (error) {
            return String(error);
        }
    });
    try {
        fs.writeFileSync(given, JSON.stringify([patterns, all]));
        fs.writeFileSync(program, go);
        return {
            Go: run("go", "run", program, given), Python: run("python3", "-c", python, given),
            JavaScript: here(""), "JavaScript with /u": here("u"),
        };
    } finally {
        fs.rmSync(folder, { recursive: true });
    }
}

const patterns = [...new Set(patternsIn(JSON.parse(fs.readFileSync(process.argv[2], "utf8"))))].sort();
const all = texts();
const said = Object.entries(answers(patterns, all));
const faults = [];
for (const [place, pattern] of patterns.entries()) {
    const refusals = said.filter(([, found]) => typeof found[place] === "string");
    const shown = pattern.slice(0, 80);
    faults.push(...refusals.map(([engine, found]) => `${engine} doesn't accept ${shown}: ${found[place].slice(0, 100)}`));
    const rest = said.filter((one) => !refusals.includes(one)).map(([, found]) => found[place]);
    // Some engines count a character beyond U+FFFF as one, and others as two.
    const saidOf = (at) => new Set(rest.map((found) => found[at]).filter((one) => one !== null));
    const differing = all.filter((text, at) => !/[\ud800-\udfff]/.test(text) && saidOf(at).size > 1);
    if (differing.length > 0) faults.push(`The engines differ about ${shown}: ${JSON.stringify(differing.slice(0, 3))}`);
}
const counts = `${patterns.length} patterns, ${all.length} texts, ${said.length} engines: ${faults.length} faults`;
console.log([...faults, counts].join("\n"));
process.exit(faults.length > 0 ? 1 : 0);
