"""Prints the section of a version of CHANGELOG.md, which it reads from its input: changes.py VERSION. bin/release runs it, and bin/check.

It fails if there is none, if an entry stands under no version, or if a version has no date.
"""

import re
import sys

version = sys.argv[1]
text = sys.stdin.read()
sections = {}
for section in re.split(r"^(?=## )", text, flags=re.M)[1:]:
    heading = section.split("\n", 1)[0]
    # What the next version brings.
    if heading == "## [Unreleased]":
        continue
    match = re.fullmatch(r"## \[(\d+\.\d+\.\d+)\] - \d{4}-\d{2}-\d{2}", heading)
    if not match:
        sys.exit(f'CHANGELOG.md: "{heading}" isn\'t a version with its date, such as ## [1.0.0] - 2026-11-29')
    sections[match[1]] = section
if version not in sections:
    sys.exit(f"CHANGELOG.md: it has no section of {version}, the version in the file VERSION")
print("# Davenport " + version + "\n\n" + sections[version].split("\n", 1)[1].strip())
