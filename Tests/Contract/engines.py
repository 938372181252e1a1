"""Compares the regular expressions of the OpenAPI document between the engines of common tools: Python's, browsers' and Go's.

engines.py DOCUMENT: every engine must accept every pattern, and all engines must match the same texts. Prints a line for each fault, and
exits with status 1 if there is any. Go and Node.js must be installed.
"""

import json
import random
import re
import subprocess
import sys
import tempfile

# Mostly edge cases: white space, control characters, combining and invisible characters. Go and browsers class some of these differently,
# so no pattern may depend on them.
ALPHABET = list("abZ7@._-:/\\#% \t\n\u000b\u0085\u00a0\u2009\u3000\ufeff\u200b\u0000\u0007\u001c\u007f\u009f\u00adéß×\u02c2\u02e4\u0301漢аωե\u200d\ufe0f\u3164\u2028\uffff")
ALPHABET += ["12:30", "d1495b", "org.example", "🙂"]

NODE = """
const [patterns, texts] = JSON.parse(require('fs').readFileSync(process.argv[1]))
console.log(JSON.stringify(['', 'u'].map((flags) => patterns.map((pattern) => {
  try { const made = new RegExp(pattern, flags); return texts.map((text) => made.test(text)) } catch (error) { return String(error) }
}))))
"""

GO = """
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
"""


def patterns_in(value):
    if isinstance(value, dict):
        for name, member in value.items():
            if name == "pattern" and isinstance(member, str):
                yield member
            else:
                yield from patterns_in(member)
    elif isinstance(value, list):
        for element in value:
            yield from patterns_in(element)


def python_says(pattern, texts):
    try:
        made = re.compile(pattern)
    except re.error as error:
        return str(error)
    # Python's `$` also matches before a final line feed. In the other engines it doesn't.
    return [bool(made.search(text)) if not text.endswith("\n") else None for text in texts]


def run(*command):
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def main():
    document = json.load(open(sys.argv[1]))
    patterns = sorted(set(patterns_in(document)))
    dice = random.Random(1)
    texts = ["".join(dice.choices(ALPHABET, k=dice.randint(0, 12))) for _ in range(2000)]
    texts += ["a" * length for length in (1, 2, 30, 31, 200, 201, 4000, 4001, 20000)]
    with tempfile.TemporaryDirectory() as folder:
        given, program = f"{folder}/given.json", f"{folder}/main.go"
        json.dump([patterns, texts], open(given, "w"))
        open(program, "w").write(GO)
        plain, unicode = run("node", "-e", NODE, given)
        said = {"Go": run("go", "run", program, given), "JavaScript": plain, "JavaScript with /u": unicode}
    said["Python"] = [python_says(pattern, texts) for pattern in patterns]
    faults = 0
    for index, pattern in enumerate(patterns):
        for engine, answers in said.items():
            if isinstance(answers[index], str):
                print(f"{engine} doesn't accept {pattern[:80]}: {answers[index][:100]}")
                faults += 1
        each = [answers[index] for answers in said.values() if not isinstance(answers[index], str)]
        differing = [text for text, *found in zip(texts, *each) if len({found for found in found if found is not None}) > 1]
        # Some engines count a character beyond U+FFFF as one, and others as two.
        differing = [text for text in differing if all(ord(character) < 0x10000 for character in text)]
        if differing:
            print(f"The engines differ about {pattern[:80]}: {differing[:3]!r}")
            faults += 1
    print(f"{len(patterns)} patterns, {len(texts)} texts, {len(said)} engines: {faults} faults")
    sys.exit(1 if faults else 0)


main()
