"""What of the figures is shown, under which titles, and what each is to reach."""

import statistics
from collections.abc import Callable

from crowd import CONNECTIONS, Crowded
from figures import Measured, Row, Sections, Target, divided
from loads import Figures
from requests_sent import KINDS, POLL

NAMES = {"room": "room with 40 comments", "dashboard": "dashboard of 60 active rooms", "comment": "comment created"}
AGAINST_PGBENCH = {"room": Target(0.70, 0.80), "dashboard": Target(0.80, 0.92), "comment": Target(0.80, 0.90)}
TAIL = Target(2.5, 2.0)
ARCHIVED = Target(1.1, 1.0)
ROW_SECURITY = Target(0.92, 0.97)
IDLE_MEMORY = Target(40, 30)
MEMORY = Target(50, 40)
START = Target(100, 50)


def sections(measured: Measured) -> Sections:
    """All that is shown, under its titles."""
    return [
        ("the same statements by pgbench", [row for kind in KINDS for row in _against_pgbench(measured, kind)]),
        ("64 clients", [row for kind in KINDS for row in _latencies(measured, kind)]),
        ("µs of a processor a request", [row for kind in KINDS for row in _processor(measured, kind)]),
        ("a dashboard that has not changed (304) / the same in full", _poll(measured)),
        (f"{CONNECTIONS:,} connections", _crowd(measured)),
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


def _poll(measured: Measured) -> list[Row]:
    """Whoever asks again for what they have: it is read and digested like the full answer, and not sent."""

    def beside_full(field: str) -> dict[str, list[float]]:
        """Within each round; what is to be small shows how much of the full answer's it is."""
        return measured.each(lambda name: [
            divided(getattr(poll, field), getattr(full, field))
            for poll, full in zip(measured.results["server", POLL, name], measured.results["server", "dashboard", name], strict=True)])

    fields = (("requests/s", "rate", 0), ("p50 ms", "p50", 1), ("p99 ms", "p99", 1), ("µs of the server", "server", 0),
              ("µs of PostgreSQL", "postgres", 0))
    return [row for name, field, digits in fields for row in (
        Row(name, measured.field("server", POLL, field), digits), Row("  ratio", beside_full(field), 2, spread=True))]


def _crowd(measured: Measured) -> list[Row]:
    def of_each(value: Callable[[Crowded], float]) -> dict[str, list[float]]:
        return measured.each(lambda name: [value(crowded) for crowded in measured.crowd[name]])

    return [
        Row(f"{NAMES['room']}: requests/s", of_each(lambda crowded: crowded.figures.rate)),
        Row("  p50 ms", of_each(lambda crowded: crowded.figures.p50), 1),
        Row("  p99 ms", of_each(lambda crowded: crowded.figures.p99), 1),
        Row("  p99/p50", of_each(lambda crowded: divided(crowded.figures.p99, crowded.figures.p50)), 1),
        Row("  requests that failed", of_each(lambda crowded: crowded.figures.failed)),
        Row("  memory of the server at most (MB)", of_each(lambda crowded: crowded.memory)),
    ]


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
