"""Writes the package's davenport.env from .env.example: every setting with its meaning, and none set. bin/release runs it."""

import re
import sys
import textwrap

HEADER = """\
# Davenport's settings, for its services. `davenport setup` fills in what they need, and docs/deploy/settings.md says more about each.
#
# A line that is commented out shows the default. Restart the services after a change. The URL of the database's owner,
# MIGRATION_DATABASE_URL, isn't for services: `davenport setup` writes it into the file .env beside this one, which only root reads.
# For operators' commands, change into this folder first: they read both files."""

# The first belongs into the other file. Compose alone reads the rest.
ELSEWHERE = {"MIGRATION_DATABASE_URL", "OWNER_PASSWORD", "SERVER_PASSWORD", "PUSH_PASSWORD", "DOMAIN"}
SETTING = re.compile(r"(# )?([A-Z_]+)=(.*)")


def blocks(lines):
    """Yields each comment with the settings below it."""
    comment, settings = [], []
    for line in lines:
        match = SETTING.fullmatch(line)
        if match:
            settings.append((match[2], match[3] if match[1] else ""))
            continue
        if settings:
            yield " ".join(comment), settings
            comment, settings = [], []
        if line.startswith("# "):
            comment.append(line[2:])
        elif not line:
            comment = []
    yield " ".join(comment), settings


def without_compose(comment):
    """Returns the comment without its sentences about Docker Compose."""
    return " ".join(sentence for sentence in re.split(r"(?<=[.:]) (?=[A-Z])", comment) if "Compose" not in sentence)


print(HEADER)
for comment, settings in blocks(sys.stdin.read().splitlines()):
    settings = [(name, value) for name, value in settings if name not in ELSEWHERE]
    if settings:
        print("\n" + textwrap.fill(without_compose(comment), 140, initial_indent="# ", subsequent_indent="# ", break_on_hyphens=False))
        for name, value in settings:
            print(f"# {name}={value}")
