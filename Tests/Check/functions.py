"""Lists functions of more than 35 lines, as FILE:LINE: NAME has N lines. Usage: python3 Tests/Check/functions.py FOLDER…

The files must be formatted by swift format, because a function ends where a line has the indentation of its beginning.
"""

import pathlib
import re
import sys

MAXIMUM_LINES = 35
BEGINNING = re.compile(r"( *)(?:@[\w.]+(?:\([^)]*\))? )*(?:[a-z]+(?:\(set\))? )*(func [^( ]+|init\b|deinit\b|subscript\b).*")


def functions(lines):
    """Yields (line, name, length) for each function whose body has several lines."""
    for first, line in enumerate(lines):
        if match := BEGINNING.fullmatch(line):
            indent = match[1]
            for last in range(first + 1, len(lines)):
                if lines[last].startswith(indent) and lines[last][len(indent):len(indent) + 1].strip() and lines[last][len(indent)] not in ")":
                    if lines[last][len(indent)] == "}":
                        yield first + 1, match[2], last - first + 1
                    break


for folder in sys.argv[1:]:
    for file in sorted(pathlib.Path(folder).rglob("*.swift")):
        for line, name, length in functions(file.read_text().split("\n")):
            if length > MAXIMUM_LINES:
                print(f"{file}:{line}: {name} has {length} lines")
