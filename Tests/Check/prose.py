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


def paragraphs(lines):
    """Yields (line, paragraph). Each of the lines is its number, its content, which is empty between paragraphs, and whether it begins one."""
    first, words = 0, []
    for number, content, begins in lines:
        if words and (begins or not content):
            yield first, " ".join(words)
            words = []
        if content:
            first = first if words else number
            words.append(content)
    if words:
        yield first, " ".join(words)


def comments(text, marker):
    """Yields the lines of the comments. A paragraph ends at an empty comment line, a list item or code."""
    fenced = False
    for number, line in enumerate(text.split("\n"), 1):
        if match := re.match(rf"\s*(?:{marker})(.*)$", line):
            content = match[1].strip()
            fenced ^= content.startswith("```")
            is_code = fenced or content.startswith("```")
            yield number, "" if is_code else content, re.match(r"(-|\*|\d+\.|\|) |- (Parameters|Returns|Throws|Parameter )", content)
            continue
        fenced = False
        yield number, "", False
        trailing = re.search(rf"\S\s+(?:{marker}) (.*)$", line)
        if trailing and '"' not in trailing[1]:
            yield number, trailing[1], True
            yield number, "", False


def pages(text):
    """Yields the lines of a page, without its code blocks. Each paragraph, list item and table cell is a paragraph."""
    fenced = False
    for number, line in enumerate(text.split("\n"), 1):
        content = line.strip()
        fenced ^= content.startswith("```")
        if content.startswith("|"):
            for cell in content.strip("|").split("|"):
                yield number, cell.strip(), True
        is_text = not fenced and not content.startswith(("```", "|"))
        yield number, content if is_text else "", re.match(r"(-|\*|\d+\.|>|#+) |<a id|\*\*\d", content)


def sentences(paragraph):
    # Code counts as one word, and a link as its text.
    plain = re.sub(r"``?[^`]*``?", "code", paragraph)
    plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", plain)
    return re.split(r"(?<=[.!?:;])[)\"”*]*\s+", plain)


def faults(file):
    text = file.read_text()
    lines = pages(text) if file.suffix == ".md" else comments(text, "///?" if file.suffix == ".swift" else "--")
    for line, paragraph in paragraphs(lines):
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
