"""What of the results is shown, and what each figure is to reach."""

import dataclasses
import statistics
from collections.abc import Callable

from loads import Figures
from requests_sent import KINDS
from rounds import Results

NAMES = {"room": "room with 40 comments", "dashboard": "dashboard of 60 active rooms", "comment": "comment created"}


@dataclasses.dataclass(frozen=True)
class Target:
    """What a figure is to reach and to aim for; what is to be small reaches it from above."""

    reach: float
    aim: float

    def verdict(self, value: float) -> str:
        """How it went."""
        sign = 1 if self.aim >= self.reach else -1
        return "aim" if sign * value >= sign * self.aim else "reached" if sign * value >= sign * self.reach else "MISSED"


AGAINST_PGBENCH = {"room": Target(0.70, 0.80), "dashboard": Target(0.80, 0.92), "comment": Target(0.80, 0.90)}
TAIL = Target(2.5, 2.0)
ARCHIVED = Target(1.1, 1.0)
ROW_SECURITY = Target(0.92, 0.97)
IDLE_MEMORY = Target(40, 30)
MEMORY = Target(50, 40)
START = Target(100, 50)


@dataclasses.dataclass(frozen=True)
class Row:
    """A figure by the name of each program: one value a round, or one alone."""

    name: str
    values: dict[str, list[float]]
    digits: int = 0
    target: Target | None = None
    #: Whether the rounds' least and greatest are shown too.
    spread: bool = False


@dataclasses.dataclass(frozen=True)
class Measured:
    """Everything that was measured, by the programs' names where it is theirs."""

    names: list[str]
    results: Results
    #: Idle, after the loads, and at most.
    memory: dict[str, list[float]]
    starts: dict[str, list[float]]

    def each(self, value: Callable[[str], list[float]]) -> dict[str, list[float]]:
        """A figure of every program."""
        return {name: value(name) for name in self.names}

    def field(self, what: str, kind: str, field: str) -> dict[str, list[float]]:
        """What the rounds say of one load."""
        return self.each(lambda name: [getattr(figures, field) for figures in self.results[what, kind, name]])

    def ratios(self, above: tuple[str, str], below: tuple[str, str]) -> dict[str, list[float]]:
        """Between the rates of two loads, within each round, since what else the machine does changes from minute to minute."""
        return self.each(lambda name: [
            divided(a.rate, b.rate) for a, b in zip(self.results[(*above, name)], self.results[(*below, name)], strict=True)])

    def failed(self) -> dict[str, int]:
        """How many requests failed, by what was asked, where any did."""
        counts = {" ".join(load): sum(figures.failed for figures in rounds) for load, rounds in self.results.items()}
        return {load: count for load, count in counts.items() if count}


def divided(above: float, below: float) -> float:
    """A ratio, also where nothing was done."""
    return above / below if below else float("inf")


def sections(measured: Measured) -> list[tuple[str, list[Row]]]:
    """All that is shown, under its titles."""
    return [
        ("the same statements by pgbench", [row for kind in KINDS for row in _against_pgbench(measured, kind)]),
        ("64 clients", [row for kind in KINDS for row in _latencies(measured, kind)]),
        ("µs of a processor a request", [row for kind in KINDS for row in _processor(measured, kind)]),
        ("ratios of requests/s", _costs(measured)),
        ("the server itself", _server(measured)),
    ]


def _against_pgbench(measured: Measured, kind: str) -> list[Row]:
    return [
        Row(f"{NAMES[kind]}: requests/s", measured.field("server", kind, "rate")),
        Row("  pgbench tx/s", measured.field("ceiling", kind, "rate")),
        Row("  ratio", measured.ratios(("server", kind), ("ceiling", kind)), 2, AGAINST_PGBENCH[kind], spread=True),
    ]


def _latencies(measured: Measured, kind: str) -> list[Row]:
    def tail(figures: Figures) -> float:
        return divided(figures.p99, figures.p50)

    return [
        Row(f"{NAMES[kind]}: p50 ms", measured.field("server", kind, "p50"), 1),
        Row("  p99 ms", measured.field("server", kind, "p99"), 1),
        Row("  p99/p50", measured.each(lambda name: [tail(figures) for figures in measured.results["server", kind, name]]), 1, TAIL),
    ]


def _processor(measured: Measured, kind: str) -> list[Row]:
    """The time that a request takes of a processor; unlike the rates, hardly touched by what else the machine does."""
    ours = [Row(f"{NAMES[kind]}: server", measured.field("server", kind, "server"))]
    ours += [Row(f"  {name}", measured.field("server", kind, field)) for name, field in (("PostgreSQL", "postgres"), ("wrk", "load"))]
    without = Row("  PostgreSQL without row security", measured.field("unbound", kind, "postgres"))
    alone = [
        Row("  PostgreSQL alone", measured.field("ceiling", kind, "postgres")),
        Row("  pgbench", measured.field("ceiling", kind, "load")),
    ]

    def together(rows: list[Row], name: str) -> float:
        return sum(statistics.median(row.values[name]) for row in rows)

    return [*ours, without, *alone, Row("  ratio", measured.each(lambda name: [divided(together(alone, name), together(ours, name))]), 2)]


def _costs(measured: Measured) -> list[Row]:
    archived = measured.ratios(("server", "none"), ("server", "archived"))
    return [
        # The time of the one by that of the other, so the rates the other way round.
        Row("dashboard with 6,000 archived rooms / with none (time)", archived, 2, ARCHIVED, spread=True),
        *(Row(f"with row security / without: {NAMES[kind]}", measured.ratios(("server", kind), ("unbound", kind)), 2, ROW_SECURITY, spread=True)
          for kind in KINDS),
    ]


def _server(measured: Measured) -> list[Row]:
    def memory(at: int) -> dict[str, list[float]]:
        return measured.each(lambda name: [measured.memory[name][at]])

    return [
        Row("memory, idle (MB)", memory(0), 0, IDLE_MEMORY),
        Row("  after the loads", memory(1)),
        Row("  at most", memory(2), 0, MEMORY),
        Row("start to ready (ms)", measured.starts, 0, START),
    ]
