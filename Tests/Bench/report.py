"""Reports the figures: the median of the rounds, a column for each program, and with two programs their ratio."""

import dataclasses
import pathlib
import re
import statistics

from area_bench import Plan
from figures import Row, Sections, Target, divided

from tools.failure import Failure
from tools.system import ROOT


@dataclasses.dataclass(frozen=True)
class Result:
    """A printed result, and the name of its file."""

    name: str
    text: str
    #: More tables in Markdown, only for docs/performance.md, by the names of their places there.
    tables: dict[str, str] = dataclasses.field(default_factory=dict)
    #: The figures that fail the run because they miss what they must reach. Most measurements leave that to the reader.
    missed: list[str] = dataclasses.field(default_factory=list)


def report(names: list[str], sections: Sections, title: list[str], plans: list[Plan], work: pathlib.Path) -> str:
    """The whole report as text."""
    parts = ["\n".join(title), *rendered(sections, names)]
    lines = ["pages read, statement by statement"]
    for name in names:
        for plan in plans:
            counts = pages(plan.file(work / name).read_text())
            lines.append(f"  {name}, {plan.of}: {' + '.join(map(str, counts))} = {sum(counts)}")
    return "\n\n".join([*parts, "\n".join(lines)])


def result(name: str, title: list[str], found: Sections, names: list[str]) -> Result:
    """The result of a measurement that has no plans: the title, and a table for each section."""
    return Result(name, "\n\n".join(["\n".join(title), *rendered(found, names)]))


def rendered(found: Sections, names: list[str]) -> list[str]:
    """A table for each section, with a column for each name."""
    return [_table([head, *_columns(names), "reach", "aim", ""], [_cells(row, names) for row in rows]) for head, rows in found]


def _columns(names: list[str]) -> list[str]:
    return [*names, "after / before"] if len(names) == 2 else names


def _cells(row: Row, names: list[str]) -> list[str]:
    cells = [row.name, *(_figure(row.values[name], row.digits, row.spread) for name in names)]
    if len(names) == 2:
        before, after = (row.values[name] for name in names)
        cells.append(_figure([divided(b, a) for a, b in zip(before, after, strict=True)], 2, spread=True))
    return cells + _judged(row.target, row.digits, row.values[names[-1]])


def _judged(target: Target | None, digits: int, values: list[float]) -> list[str]:
    """Returns the target, and whether the figure reaches it. With two programs, the newer one counts."""
    if not target:
        return ["", "", ""]
    sign = "≥" if target.aim >= target.reach else "≤"
    return [f"{sign} {target.reach:.{digits}f}", f"{target.aim:.{digits}f}", target.verdict(statistics.median(values))]


def _figure(values: list[float], digits: int, spread: bool) -> str:
    text = f"{statistics.median(values):.{digits}f}"
    return text + (f" ({min(values):.{digits}f}–{max(values):.{digits}f})" if spread and len(values) > 1 else "")


def _table(head: list[str], rows: list[list[str]]) -> str:
    widths = [max(len(row[column]) for row in [head, *rows]) for column in range(len(head))]
    lines = []
    for row in [head, *rows]:
        cells = [cell.rjust(width) if number else cell.ljust(width) for number, (cell, width) in enumerate(zip(row, widths, strict=True))]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)


def pages(explained: str) -> list[int]:
    """Returns the pages that each explained statement reads, from the topmost node of its plan."""
    counts = []
    for statement in explained.split("Execution Time")[:-1]:
        topmost = re.search(r"Buffers: .*", statement)
        counts.append(sum(int(count) for count in re.findall(r"(?:hit|read)=(\d+)", topmost[0] if topmost else "")))
    return counts


PAGE = ROOT / "docs" / "performance.md"
RESULTS = ROOT / "docs" / "measurements"


def save(found: Result) -> None:
    """Replaces the earlier figures in the result's file and on the page."""
    text = PAGE.read_text(encoding="utf-8")
    for name, content in found.tables.items():
        begin, end = f"<!-- bin/bench writes: {name} -->", f"<!-- end of {name} -->"
        pattern = re.compile(re.escape(begin) + ".*?" + re.escape(end), re.DOTALL)
        if len(pattern.findall(text)) != 1:
            raise Failure(f"docs/performance.md must have the marks {begin} and {end}, once.")
        written = f"{begin}\n{content.strip()}\n{end}"
        text = pattern.sub(lambda _, written=written: written, text)
    PAGE.write_text(text, encoding="utf-8")
    (RESULTS / f"{found.name}.txt").write_text(found.text.strip() + "\n", encoding="utf-8")
