"""Writes the figures for --save: each result into a file of its own in docs/measurements, and tables between marks in docs/performance.md."""

import dataclasses
import re

from failure import Failure
from program import ROOT

PAGE = ROOT / "docs" / "performance.md"
RESULTS = ROOT / "docs" / "measurements"


@dataclasses.dataclass(frozen=True)
class Result:
    """A printed result, and the name of its file."""

    name: str
    text: str
    #: Further tables in Markdown for the page only, by the names of their places.
    tables: dict[str, str] = dataclasses.field(default_factory=dict)


def save(result: Result) -> None:
    """Replaces the earlier figures in the result's file and on the page."""
    text = PAGE.read_text(encoding="utf-8")
    for name, content in result.tables.items():
        begin, end = f"<!-- bin/bench writes: {name} -->", f"<!-- end of {name} -->"
        pattern = re.compile(re.escape(begin) + ".*?" + re.escape(end), re.DOTALL)
        if len(pattern.findall(text)) != 1:
            raise Failure(f"docs/performance.md must have the marks {begin} and {end}, once.")
        written = f"{begin}\n{content.strip()}\n{end}"
        text = pattern.sub(lambda _, written=written: written, text)
    PAGE.write_text(text, encoding="utf-8")
    (RESULTS / f"{result.name}.txt").write_text(result.text.strip() + "\n", encoding="utf-8")
