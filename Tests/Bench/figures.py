"""The measured figures by the names of the programs, and the targets of figures."""

import dataclasses
from collections.abc import Callable

from crowd import Crowded
from failure import Failure
from rounds import Results


@dataclasses.dataclass(frozen=True)
class Target:
    """The value that a figure must reach, and the value to aim for. A figure that should be small must be below them."""

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
    #: Whether the smallest and the largest value of the rounds are shown too.
    spread: bool = False


#: The rows to show, by their section's title.
Sections = list[tuple[str, list[Row]]]


@dataclasses.dataclass(frozen=True)
class Measured:
    """All measurements, by the programs' names where they differ."""

    names: list[str]
    results: Results
    #: The memory when idle, after the loads, and at most.
    memory: dict[str, list[float]]
    starts: dict[str, list[float]] = dataclasses.field(default_factory=dict)
    crowd: dict[str, list[Crowded]] = dataclasses.field(default_factory=dict)

    def each(self, value: Callable[[str], list[float]]) -> dict[str, list[float]]:
        """Computes a figure for every program."""
        return {name: value(name) for name in self.names}

    def field(self, what: str, kind: str, field: str) -> dict[str, list[float]]:
        """The values of one field of a load, for each round."""
        return self.each(lambda name: [getattr(figures, field) for figures in self.results[what, kind, name]])

    def ratios(self, above: tuple[str, str], below: tuple[str, str]) -> dict[str, list[float]]:
        """The ratios of the rates of two loads within each round, since other activity on the machine changes from minute to minute."""
        return self.each(lambda name: [
            divided(a.rate, b.rate) for a, b in zip(self.results[(*above, name)], self.results[(*below, name)], strict=True)])

    def expect_none_failed(self, measurements: str) -> None:
        """Raises Failure if a request failed, and names the loads.

        - measurements: their report, which is printed after a failure.
        """
        counts = {" ".join(load): sum(figures.failed for figures in rounds) for load, rounds in self.results.items()}
        failed = {load: count for load, count in counts.items() if count}
        if failed:
            print(measurements)
            which = ", ".join(f"{count} of {load}" for load, count in failed.items())
            raise Failure(f"{sum(failed.values())} requests failed, so these figures are worth nothing: {which}.")


def divided(above: float, below: float) -> float:
    """The ratio; infinite if only the divisor is 0, and NaN if both are."""
    if below:
        return above / below
    return float("inf") if above else float("nan")
