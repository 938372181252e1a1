"""The figures of the community that are shown, with their titles and targets."""

from collections.abc import Callable

from crowd import CONNECTIONS, Crowded
from figures import Measured, Row, Sections, Target, divided
from rooms import POLL
from shown_kinds import against_pgbench, latencies, processors, row_security

NAMES = {"room": "room with 40 comments", "dashboard": "dashboard of 60 active rooms", "comment": "comment created"}
AGAINST_PGBENCH = {"room": Target(0.70, 0.80), "dashboard": Target(0.80, 0.92), "comment": Target(0.80, 0.90)}
ARCHIVED = Target(1.1, 1.0)
IDLE_MEMORY = Target(40, 30)
MEMORY = Target(50, 40)
START = Target(100, 50)


def sections(measured: Measured) -> Sections:
    """All figures, with their titles."""
    return [
        ("the same statements by pgbench", against_pgbench(measured, NAMES, AGAINST_PGBENCH)),
        ("64 clients", latencies(measured, NAMES)),
        ("µs of a processor a request", processors(measured, NAMES)),
        ("a dashboard that has not changed (304) / the same in full", _poll(measured)),
        (f"{CONNECTIONS:,} connections", _crowd(measured)),
        ("ratios of requests/s", _costs(measured)),
        ("the server itself", _server(measured)),
    ]


def _poll(measured: Measured) -> list[Row]:
    """Conditional requests. The server reads and digests a dashboard as for a full answer, but doesn't send it."""

    def beside_full(field: str) -> dict[str, list[float]]:
        """The ratio within each round; for a figure that should be small, the share of the full answer's."""
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
        # A ratio of times is the inverse ratio of rates.
        Row("dashboard with 6,000 archived rooms / with none (time)", archived, 2, ARCHIVED, spread=True),
        *row_security(measured, NAMES),
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
