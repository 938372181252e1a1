"""What was measured, as figures by the names of the programs, and what a figure is to reach."""

import dataclasses
from collections.abc import Callable

from crowd import Crowded
from failure import Failure
from rounds import Results


@dataclasses.dataclass(frozen=True)
class Target:
    """What a figure is to reach and to aim for; what is to be small reaches it from above."""

    reach: float
    aim: float

    def verdict(self, value: float) -> str:
        """How it went."""
        sign = 1 if self.aim >= self.reach else -1
        return "aim" if sign * value >= sign * self.aim else "reached" if sign * value >= sign * self.reach else "MISSED"


@dataclasses.dataclass(frozen=True)
class Row:
    """A figure by the name of each program: one value a round, or one alone."""

    name: str
    values: dict[str, list[float]]
    digits: int = 0
    target: Target | None = None
    #: Whether the rounds' least and greatest are shown too.
    spread: bool = False


#: What is shown, under titles.
Sections = list[tuple[str, list[Row]]]


@dataclasses.dataclass(frozen=True)
class Measured:
    """Everything that was measured, by the programs' names where it is theirs."""

    names: list[str]
    results: Results
    #: Idle, after the loads, and at most.
    memory: dict[str, list[float]]
    starts: dict[str, list[float]] = dataclasses.field(default_factory=dict)
    crowd: dict[str, list[Crowded]] = dataclasses.field(default_factory=dict)

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

    def expect_none_failed(self, told: str) -> None:
        """Fails where a request has, by what was asked.

        - told: what was measured nevertheless, to be looked at.
        """
        counts = {" ".join(load): sum(figures.failed for figures in rounds) for load, rounds in self.results.items()}
        failed = {load: count for load, count in counts.items() if count}
        if failed:
            print(told)
            which = ", ".join(f"{count} of {load}" for load, count in failed.items())
            raise Failure(f"{sum(failed.values())} requests failed, so these figures are worth nothing: {which}.")


def divided(above: float, below: float) -> float:
    """A ratio, also where nothing was done; none where both are nothing."""
    if below:
        return above / below
    return float("inf") if above else float("nan")
