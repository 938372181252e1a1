"""The result of a run."""

import dataclasses
from collections import Counter

from ledger import Findings


@dataclasses.dataclass
class Report:
    """The figures of a run, and whether they meet the requirements."""

    cycles: Counter[str] = dataclasses.field(default_factory=Counter)
    #: The acknowledgements by kind.
    acknowledged: Counter[str] = dataclasses.field(default_factory=Counter)
    findings: Findings = dataclasses.field(default_factory=Findings)
    #: For each harm, the longest time from its end until every server handled a request again.
    recoveries: dict[str, float] = dataclasses.field(default_factory=dict)
    #: Responses that no client should have got.
    faults: list[str] = dataclasses.field(default_factory=list)
    slowest_refusal: float = 0.0
    without_hint: int = 0
    pushes: str = ""
    patience: float = 2.0
    #: Further lines, such as the steps of an upgrade and their results.
    more: list[str] = dataclasses.field(default_factory=list)
    #: For the self-test: the losses to find, and whether they were found.
    self_test: dict[str, bool] = dataclasses.field(default_factory=dict)

    @property
    def worst(self) -> float:
        return max(self.recoveries.values(), default=0.0)

    @property
    def is_good(self) -> bool:
        if self.self_test:
            return all(self.self_test.values())
        found = self.findings
        return not (found.lost or found.ghosts or found.doubled or self.faults or self.without_hint) and self.worst <= self.patience

    def text(self, seconds: float) -> str:
        """The report, with the faults first."""
        found = self.findings
        lines = [f"  {what}" for what in (*self.faults[:20], *found.lost[:20], *found.ghosts[:20], *found.doubled[:20])]
        cycles = ", ".join(f"{harm} {count}" for harm, count in sorted(self.cycles.items()))
        lines += [
            f"{sum(self.cycles.values())} cycles in {seconds:.0f} s: {cycles}",
            f"acknowledged {self.acknowledged.total()}, lost {len(found.lost)}, ghosts {len(found.ghosts)}, doubled {len(found.doubled)}",
            "by kind: " + ", ".join(f"{kind} {count}" for kind, count in sorted(self.acknowledged.items())),
            f"worst recovery {self.worst:.2f} s: " + ", ".join(f"{harm} {took:.2f}" for harm, took in sorted(self.recoveries.items())),
            f"slowest refusal while PostgreSQL was away {self.slowest_refusal:.2f} s, without Retry-After {self.without_hint}, "
            f"other faults {len(self.faults)}",
        ]
        lines += self.more
        if self.pushes:
            lines.append(self.pushes)
        lines += [f"self-test: {what} {'found' if was else 'NOT FOUND'}" for what, was in self.self_test.items()]
        return "\n".join(lines)
