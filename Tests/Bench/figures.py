"""The measured figures by the names of the programs, and the targets of figures."""

import dataclasses
import statistics
from collections.abc import Callable, Mapping

from loads import Figures
from rounds import Results


@dataclasses.dataclass(frozen=True)
class Target:
    """The required value of a figure, and the value to aim for. A figure that should be small must not exceed them."""

    reach: float
    aim: float

    def verdict(self, value: float) -> str:
        """The verdict: aim, reached or MISSED."""
        sign = 1 if self.aim >= self.reach else -1
        return "aim" if sign * value >= sign * self.aim else "reached" if sign * value >= sign * self.reach else "MISSED"


@dataclasses.dataclass(frozen=True)
class Row:
    """A figure with a list of values for each program: one for each round, or a single one."""

    name: str
    values: dict[str, list[float]]
    digits: int = 0
    target: Target | None = None
    #: Whether the report shows the smallest and the largest value of the rounds too.
    spread: bool = False


def rows_of(name: str) -> Callable[..., Row]:
    """Returns a function that makes a row of one column: row(title, value or values, digits, target, spread)."""
    def row(title: str, values: float | list[float], digits: int = 0, target: Target | None = None, spread: bool = False) -> Row:
        return Row(title, {name: values if isinstance(values, list) else [values]}, digits, target, spread)

    return row


#: The rows to show, by their section's title.
Sections = list[tuple[str, list[Row]]]


@dataclasses.dataclass(frozen=True)
class Measured:
    """All measurements, by the programs' names where they differ."""

    names: list[str]
    results: Results
    #: The memory when idle, after the loads, and at most.
    memory: dict[str, list[float]]

    def each(self, value: Callable[[str], list[float]]) -> dict[str, list[float]]:
        """Computes a figure for every program."""
        return {name: value(name) for name in self.names}

    def field(self, what: str, kind: str, field: str) -> dict[str, list[float]]:
        """The values of one field of a load, for each round."""
        return self.each(lambda name: [getattr(figures, field) for figures in self.results[what, kind, name]])

    def ratios(self, above: tuple[str, str], below: tuple[str, str]) -> dict[str, list[float]]:
        """The ratios of the rates of two loads within each round, because other activity on the machine changes from minute to minute."""
        return self.each(lambda name: [
            divided(a.rate, b.rate) for a, b in zip(self.results[(*above, name)], self.results[(*below, name)], strict=True)])


def divided(above: float, below: float) -> float:
    """The ratio; infinite if only the divisor is 0, and NaN if both are."""
    if below:
        return above / below
    return float("inf") if above else float("nan")


TAIL = Target(2.5, 2.0)
ROW_SECURITY = Target(0.92, 0.97)
#: In MB, of the server.
IDLE_MEMORY, LOADED_MEMORY = Target(35, 25), Target(60, 50)

#: The titles of the kinds, in their order.
Names = Mapping[str, str]


def against_pgbench(measured: Measured, names: Names, targets: Mapping[str, Target]) -> list[Row]:
    """Requests a second, and pgbench's transactions a second with the same statements."""
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


def memory_used(measured: Measured, idle: Target | None = None, most: Target | None = None) -> list[Row]:
    """The memory of the server."""
    titles = {"memory, idle (MB)": idle, "  after the loads": None, "  at most": most}
    return [
        Row(title, measured.each(lambda name, place=place: [measured.memory[name][place]]), 0, target)
        for place, (title, target) in enumerate(titles.items())]


def row_security(measured: Measured, names: Names) -> list[Row]:
    """The cost of row security, by rates."""
    return [
        Row(f"with row security / without: {name}", measured.ratios(("server", kind), ("unbound", kind)), 2, ROW_SECURITY, spread=True)
        for kind, name in names.items()]
