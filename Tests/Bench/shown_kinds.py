"""The figures of each kind of request in any area: beside pgbench, latencies, and processor time."""

import statistics
from collections.abc import Mapping

from figures import Measured, Row, Target, divided
from loads import Figures

TAIL = Target(2.5, 2.0)
ROW_SECURITY = Target(0.92, 0.97)

#: The titles of the kinds, in their order.
Names = Mapping[str, str]


def against_pgbench(measured: Measured, names: Names, targets: Mapping[str, Target]) -> list[Row]:
    """Requests a second, beside pgbench's transactions of the same statements."""
    return [row for kind, name in names.items() for row in (
        Row(f"{name}: requests/s", measured.field("server", kind, "rate")),
        Row("  pgbench tx/s", measured.field("ceiling", kind, "rate")),
        Row("  ratio", measured.ratios(("server", kind), ("ceiling", kind)), 2, targets.get(kind), spread=True),
    )]


def latencies(measured: Measured, names: Names) -> list[Row]:
    """How long the clients waited."""
    def tail(figures: Figures) -> float:
        return divided(figures.p99, figures.p50)

    def tails(kind: str) -> dict[str, list[float]]:
        return measured.each(lambda name: [tail(figures) for figures in measured.results["server", kind, name]])

    return [row for kind, name in names.items() for row in (
        Row(f"{name}: p50 ms", measured.field("server", kind, "p50"), 1),
        Row("  p99 ms", measured.field("server", kind, "p99"), 1),
        Row("  p99/p50", tails(kind), 1, TAIL),
    )]


def processors(measured: Measured, names: Names) -> list[Row]:
    """The processor time of a request. Unlike the rates, it hardly depends on other activity on the machine."""
    return [row for kind, name in names.items() for row in _processor(measured, kind, name)]


def _processor(measured: Measured, kind: str, title: str) -> list[Row]:
    ours = [Row(f"{title}: server", measured.field("server", kind, "server"))]
    ours += [Row(f"  {name}", measured.field("server", kind, field)) for name, field in (("PostgreSQL", "postgres"), ("wrk", "load"))]
    without = Row("  PostgreSQL without row security", measured.field("unbound", kind, "postgres"))
    alone = [
        Row("  PostgreSQL alone", measured.field("ceiling", kind, "postgres")),
        Row("  pgbench", measured.field("ceiling", kind, "load")),
    ]

    def together(rows: list[Row], name: str) -> float:
        return sum(statistics.median(row.values[name]) for row in rows)

    return [*ours, without, *alone, Row("  ratio", measured.each(lambda name: [divided(together(alone, name), together(ours, name))]), 2)]


def row_security(measured: Measured, names: Names) -> list[Row]:
    """The cost of row security, by rates."""
    return [
        Row(f"with row security / without: {name}", measured.ratios(("server", kind), ("unbound", kind)), 2, ROW_SECURITY, spread=True)
        for kind, name in names.items()]
