"""Prints what was measured: the median of the rounds, a column for each program, and where there are two how the later one compares."""

import pathlib
import re
import statistics

from figures import Measured, Row, Target, divided, sections
from requests_sent import TWINS


def report(measured: Measured, title: list[str], work: pathlib.Path) -> None:
    """All of it, on standard output."""
    print("\n" + "\n".join(title) + "\n")
    for head, rows in sections(measured):
        _table([head, *_columns(measured.names), "reach", "aim", ""], [_cells(row, measured.names) for row in rows])
    print("pages read for a dashboard of 60, by statement (entering, who asks, rooms, people)")
    for name in measured.names:
        for twin, archived in zip(TWINS, ("none", "6,000"), strict=True):
            counts = pages((work / name / f"{twin}.explain").read_text())
            print(f"  {name}, {archived} archived: {' + '.join(map(str, counts))} = {sum(counts)}")
    print()


def _columns(names: list[str]) -> list[str]:
    return [*names, "after / before"] if len(names) == 2 else names


def _cells(row: Row, names: list[str]) -> list[str]:
    cells = [row.name, *(_figure(row.values[name], row.digits, row.spread) for name in names)]
    if len(names) == 2:
        before, after = (row.values[name] for name in names)
        cells.append(_figure([divided(b, a) for a, b in zip(before, after, strict=True)], 2, spread=True))
    return cells + _judged(row.target, row.digits, row.values[names[-1]])


def _judged(target: Target | None, digits: int, values: list[float]) -> list[str]:
    """What is to be reached, and whether it is: of two programs by the later one."""
    if not target:
        return ["", "", ""]
    sign = "≥" if target.aim >= target.reach else "≤"
    return [f"{sign} {target.reach:.{digits}f}", f"{target.aim:.{digits}f}", target.verdict(statistics.median(values))]


def _figure(values: list[float], digits: int, spread: bool) -> str:
    text = f"{statistics.median(values):.{digits}f}"
    return text + (f" ({min(values):.{digits}f}–{max(values):.{digits}f})" if spread and len(values) > 1 else "")


def _table(head: list[str], rows: list[list[str]]) -> None:
    widths = [max(len(row[column]) for row in [head, *rows]) for column in range(len(head))]
    for row in [head, *rows]:
        cells = [cell.rjust(width) if number else cell.ljust(width) for number, (cell, width) in enumerate(zip(row, widths, strict=True))]
        print("  ".join(cells).rstrip())
    print()


def pages(explained: str) -> list[int]:
    """Of each explained statement, the pages that its plan's topmost node counts."""
    counts = []
    for statement in explained.split("Execution Time")[:-1]:
        topmost = re.search(r"Buffers: .*", statement)
        counts.append(sum(int(count) for count in re.findall(r"(?:hit|read)=(\d+)", topmost[0] if topmost else "")))
    return counts
