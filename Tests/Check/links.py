"""Finds links in Markdown to files and headings that don't exist, and prints each with its file and line."""

import re
import subprocess
import sys
from functools import cache
from pathlib import Path

LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
FENCE = re.compile(r"^\s*(```|~~~)")


def prose(page):
    """Yields the lines outside of code blocks, with their numbers."""
    is_code = False
    for number, line in enumerate(page.read_text().splitlines(), start=1):
        if FENCE.match(line):
            is_code = not is_code
        elif not is_code:
            yield number, line


@cache
def anchors(page):
    """The ids of a page's headings, as GitHub makes them of their words."""
    headings = [line.lstrip("#").strip() for _, line in prose(page) if re.match(r"#{1,6} ", line)]
    words = [re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading) for heading in headings]
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in words}


def fault(page, link):
    """Says what is wrong with a link of a page; nothing if it leads somewhere, or out of the checkout."""
    path, _, anchor = link.partition("#")
    if "://" in link or link.startswith("mailto:"):
        return None
    target = (page.parent / path).resolve() if path else page
    if not target.exists():
        return "no such file"
    return "no such heading" if anchor and target.suffix == ".md" and anchor not in anchors(target) else None


def main():
    pages = subprocess.run(["git", "ls-files", "*.md"], check=True, capture_output=True, text=True).stdout.splitlines()
    for page in map(Path, pages):
        for number, line in prose(page.resolve()):
            for link in LINK.findall(re.sub(r"`[^`]*`", "", line)):
                if reason := fault(page.resolve(), link):
                    print(f"{page}:{number}: {link}: {reason}")


if __name__ == "__main__":
    sys.exit(main())
