"""The figures of classes that are shown, with their titles and targets."""

import dataclasses
import pathlib
import re

from area_bench import Plan, Scripts
from classes import FAR, PAGES, far
from figures import Measured, Row, Sections, Target, divided
from report import pages
from shown_kinds import against_pgbench, latencies, processors, row_security

COMPARED = {
    "board": "board of 30 students × 40 tasks", "list": "list of 60 active assignments", "submit": "submit"}
#: Requests by the amount of other data that the caller has.
NAMES = COMPARED | {
    "board-none": "board, no task archived", "board-archived": "board, 4,000 tasks archived",
    "list-none": "list, nothing archived", "list-newcomer": "list, 6,000 archived by classmates", "list-archived": "list, 6,000 archived",
    "archive": "archived assignments, page 1", far("archive"): f"archived assignments, page {FAR}",
    "tasks": "archived tasks, page 1", far("tasks"): f"archived tasks, page {FAR}",
}
AGAINST_PGBENCH = {"board": Target(0.60, 0.80), "submit": Target(0.60, 0.80)}
#: The most that an archive, or a distant page of it, may add to the time.
MORE = Target(1.3, 1.0)
#: The statements that read a board and a list, by the first relation that they read, and the most pages that they may read.
READ = {"board": ("task_cards", "board_cells"), "list": ("student_assignments",)}
MOST_PAGES = {"board": Target(2000, 1500), "list": Target(400, 300)}


@dataclasses.dataclass(frozen=True)
class Pages:
    """The pages that the statements of each plan read, by program: each with the first relation of the statement."""

    counts: dict[tuple[str, str], list[tuple[str, int]]]

    @staticmethod
    def read(work: pathlib.Path, plans: list[Plan], scripts: Scripts) -> "Pages":
        """Reads them from the files of the plans."""
        return Pages({
            (name, plan.name): list(zip(map(_source, found[plan.kind].explained), pages(plan.file(work / name).read_text()), strict=True))
            for name, found in scripts.items() for plan in plans})

    def of(self, name: str, plan: str, sources: tuple[str, ...]) -> float:
        """The pages of the statements that read one of these relations first."""
        return sum(count for source, count in self.counts[name, plan] if source in sources)

    def answering(self, name: str, plan: str) -> float:
        """The pages of all statements that read the response: not of those that select the tenant and the caller."""
        return sum(count for source, count in self.counts[name, plan] if source)


def _source(text: str) -> str:
    found = re.search(r"\bFROM (\w+)", text)
    return found[1] if found else ""


def sections(measured: Measured, read: Pages) -> Sections:
    """All figures, with their titles."""
    return [
        ("the same statements by pgbench", against_pgbench(measured, COMPARED, AGAINST_PGBENCH)),
        ("64 clients", latencies(measured, COMPARED)),
        ("µs of a processor a request", processors(measured, COMPARED)),
        ("time, by requests/s", _times(measured)),
        ("pages that are read", _pages(measured, read)),
        ("ratios of requests/s", row_security(measured, COMPARED)),
        ("the server itself", _memory(measured)),
    ]


def _times(measured: Measured) -> list[Row]:
    # A ratio of times is the inverse ratio of rates.
    return [
        Row(f"{NAMES[more]} / {NAMES[less].partition(', ')[2]}", measured.ratios(("server", less), ("server", more)), 2, MORE, spread=True)
        for less, more in (("board-none", "board-archived"), ("list-none", "list-newcomer"), ("list-none", "list-archived"),
                           *((kind, far(kind)) for kind in PAGES))]


def _pages(measured: Measured, read: Pages) -> list[Row]:
    boards_and_lists = [
        Row(NAMES[plan], measured.each(lambda name, plan=plan, kind=kind: [read.of(name, plan, READ[kind])]), 0, MOST_PAGES[kind])
        for plan in ("board-none", "board-archived", "list-none", "list-newcomer", "list-archived") for kind in [plan.partition("-")[0]]]
    archives = [
        Row(f"{NAMES[far(kind)]} / page 1", measured.each(
            lambda name, kind=kind: [divided(read.answering(name, far(kind)), read.answering(name, kind))]), 2, MORE)
        for kind in PAGES]
    return boards_and_lists + archives


def _memory(measured: Measured) -> list[Row]:
    def at(place: int) -> dict[str, list[float]]:
        return measured.each(lambda name: [measured.memory[name][place]])

    return [Row("memory, idle (MB)", at(0)), Row("  after the loads", at(1)), Row("  at most", at(2))]
