"""What --save writes: the figures in docs/performance.md, each table between marks of its own."""

import dataclasses
import re

from failure import Failure
from program import ROOT

PAGE = ROOT / "docs" / "performance.md"


@dataclasses.dataclass(frozen=True)
class Told:
    """What was measured, as it is printed; and the name of its place on the page."""

    name: str
    text: str
    #: More of it for the page alone, in Markdown, by the names of their places.
    tables: dict[str, str] = dataclasses.field(default_factory=dict)


def save(told: Told) -> None:
    """Puts it in place of what was measured before."""
    text = PAGE.read_text(encoding="utf-8")
    for name, content in {told.name: f"```\n{told.text.strip()}\n```", **told.tables}.items():
        text = _replaced(text, name, content)
    PAGE.write_text(text, encoding="utf-8")


def _replaced(text: str, name: str, content: str) -> str:
    begin, end = f"<!-- bin/bench writes: {name} -->", f"<!-- end of {name} -->"
    pattern = re.compile(re.escape(begin) + ".*?" + re.escape(end), re.DOTALL)
    replaced, count = pattern.subn(lambda _: f"{begin}\n{content.strip()}\n{end}", text)
    if count != 1:
        raise Failure(f"{PAGE} must have the marks {begin} and {end} once each, not {count} times.")
    return replaced
