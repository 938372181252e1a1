"""Checks comments and documents against CONTRIBUTING.md: at most 35 words a sentence, and none of the retired words.

Prints each fault on a line, as FILE:LINE: FAULT. Exits with status 1 if there is any.
Usage: python3 Tests/Check/prose.py [PATH…]; without a path it checks everything to which these rules apply.
"""

import pathlib
import re
import sys

MAXIMUM_WORDS = 35

# These words are vague. For each of their meanings the field has an exact word.
RETIRED = re.compile(r"\b(told|telling|tells of|whoever|whomever|what is (?:told|asked|looked up)|whom|of whom)\b", re.I)

# Generated pages.
UNCHECKED = ("docs/rules/tests.md",)


def sources(paths):
    for path in map(pathlib.Path, paths):
        files = sorted(path.rglob("*")) if path.is_dir() else [path]
        for file in files:
            if file.is_file() and file.suffix in (".swift", ".sql", ".md") and str(file) not in UNCHECKED:
                yield file


def comments(text, marker):
    """Yields (line, paragraph) for each paragraph of the comments. A paragraph ends at an empty comment line, a list item or code."""
    first, words = 0, []
    fenced = False
    for number, line in enumerate(text.split("\n"), 1):
        match = re.match(rf"\s*(?:{marker})(.*)$", line)
        content = match.group(1).strip() if match else ""
        if match and content.startswith("```"):
            fenced = not fenced
            content = ""
        if not match:
            fenced = False
        ends = not content or fenced
        starts = re.match(r"(-|\*|\d+\.|\|) |- (Parameters|Returns|Throws|Parameter )", content)
        if (ends or starts) and words:
            yield first, " ".join(words)
            words = []
        if not ends:
            if not words:
                first = number
            words.append(content)
        if not match:
            trailing = re.search(rf"\S\s+(?:{marker}) (.*)$", line)
            if trailing and '"' not in trailing.group(1):
                yield number, trailing.group(1)
    if words:
        yield first, " ".join(words)


def pages(text):
    """Yields (line, paragraph) for each paragraph, list item and table cell of a page, without its code blocks."""
    first, words, fenced = 0, [], False
    for number, line in enumerate(text.split("\n"), 1):
        content = line.strip()
        if content.startswith("```"):
            fenced = not fenced
            content = ""
        if content.startswith("|"):
            for cell in content.strip("|").split("|"):
                yield number, cell.strip()
            content = ""
        ends = not content or fenced
        starts = re.match(r"(-|\*|\d+\.|>|#+) |<a id|\*\*\d", content)
        if (ends or starts) and words:
            yield first, " ".join(words)
            words = []
        if not ends:
            if not words:
                first = number
            words.append(content)
    if words:
        yield first, " ".join(words)


def sentences(paragraph):
    # Code counts as one word, and a link as its text.
    plain = re.sub(r"``?[^`]*``?", "code", paragraph)
    plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", plain)
    return re.split(r"(?<=[.!?:;])[)\"”*]*\s+", plain)


def faults(file):
    text = file.read_text()
    paragraphs = pages(text) if file.suffix == ".md" else comments(text, "///?" if file.suffix == ".swift" else "--")
    for line, paragraph in paragraphs:
        for word in RETIRED.findall(re.sub(r"``?[^`]*``?", "", paragraph)):
            yield line, f"a retired word: {word}"
        for sentence in sentences(paragraph):
            count = len(re.findall(r"[^\W_][\w’'./%-]*", sentence))
            if count > MAXIMUM_WORDS:
                yield line, f"a sentence of {count} words: {sentence[:60]}…"


def main():
    paths = sys.argv[1:] or ["Sources", "Tests", "Examples", "sql/functions", "sql/views", "sql/roles", "words", "docs", "README.md", "CONTRIBUTING.md"]
    found = [f"{file}:{line}: {what}" for file in sources(paths) for line, what in faults(file)]
    print("\n".join(found))
    sys.exit(1 if found else 0)


main()
