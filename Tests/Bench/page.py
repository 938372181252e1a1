"""Writes the figures for --save into docs/measured.md and docs/performance.md, each table between marks of its own."""

import dataclasses
import re

from failure import Failure
from program import ROOT

PAGES = [ROOT / "docs" / "measured.md", ROOT / "docs" / "performance.md"]


@dataclasses.dataclass(frozen=True)
class Told:
    """A printed result, and the name of its place on the page."""

    name: str
    text: str
    #: Further tables in Markdown for the page only, by the names of their places.
    tables: dict[str, str] = dataclasses.field(default_factory=dict)


def save(told: Told) -> None:
    """Replaces the earlier figures on the page."""
    texts = {page: page.read_text(encoding="utf-8") for page in PAGES}
    for name, content in {told.name: f"```\n{told.text.strip()}\n```", **told.tables}.items():
        begin, end = f"<!-- bin/bench writes: {name} -->", f"<!-- end of {name} -->"
        pattern = re.compile(re.escape(begin) + ".*?" + re.escape(end), re.DOTALL)
        found = [page for page, text in texts.items() for _ in pattern.finditer(text)]
        if len(found) != 1:
            raise Failure(f"One of docs/measured.md and docs/performance.md must have the marks {begin} and {end}, once.")
        written = f"{begin}\n{content.strip()}\n{end}"
        texts[found[0]] = pattern.sub(lambda _, written=written: written, texts[found[0]])
    for page, text in texts.items():
        page.write_text(text, encoding="utf-8")
