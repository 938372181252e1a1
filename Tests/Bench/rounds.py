"""The rounds, each of which runs short loads one after the other. Only ratios within a round count."""

import dataclasses
import json
import pathlib
import time

import polls
import processor
from area import Area
from database import RowSecurity
from loads import Figures, Loads
from server import Server
from statements import Script

from tools.failure import say

#: The figures of each round, by measurement (server, ceiling, unbound), kind of request and program name.
Results = dict[tuple[str, str, str], list[Figures]]


@dataclasses.dataclass(frozen=True)
class Side:
    """A measured program: its running server, and the scripts with which pgbench sends the same statements."""

    server: Server
    scripts: dict[str, Script]

    @property
    def name(self) -> str:
        """The name in the results."""
        return self.server.program.name


class Rounds:
    """Measures every side in turn."""

    def __init__(self, area: Area, sides: list[Side], loads: Loads, row_security: RowSecurity, log: pathlib.Path) -> None:
        self._area = area
        self._sides = sides
        self._loads = loads
        self._row_security = row_security
        self._log = log
        self._round = 0
        self.results: Results = {}
        #: The percentage of all processors that other processes used during the rounds.
        self.others = 0.0

    def run(self, rounds: int, seconds: int) -> None:
        """Warms up, and runs the rounds."""
        alone = len(self._area.alone) + (self._area.poll is not None)
        loads = sum(2 * len(self._sides) + len(self._ceilings(kind)) for kind in self._area.kinds) + alone * len(self._sides)
        say(f"Measuring: {rounds} rounds of {loads} loads of {seconds} s each.")
        self._loads.length = min(2, seconds)
        self._one_round()
        self._loads.length = seconds
        busy, ours, begin = processor.machine(), processor.family(processor.SELF), time.monotonic()
        for self._round in range(1, rounds + 1):
            say(f"Round {self._round}")
            self._one_round()
        busy, ours = processor.machine() - busy, processor.family(processor.SELF) - ours
        self.others = 100 * max(0, busy - ours) / (processor.COUNT * (time.monotonic() - begin))

    def _one_round(self) -> None:
        # The order changes each round, because the first load writes rows that the second finds, and reads pages into memory.
        turn = 1 if self._round % 2 else -1
        sides = self._sides[::turn]
        for kind in self._area.kinds:
            for measure in (self._bound, self._alone, self._unbound)[::turn]:
                measure(kind, sides)
        if poll := self._area.poll:
            for side in sides:
                self._record("server", poll, [side], self._poll(poll, side))
        for kind in self._area.alone:
            for side in sides:
                self._record("server", kind, [side], self._loads.ask(side.server, kind))

    def _bound(self, kind: str, sides: list[Side]) -> None:
        for side in sides:
            self._record("server", kind, [side], self._loads.ask(side.server, kind))

    def _alone(self, kind: str, _: list[Side]) -> None:
        for script, alike in self._ceilings(kind):
            self._record("ceiling", kind, alike, self._loads.ceiling(kind, script))

    def _unbound(self, kind: str, sides: list[Side]) -> None:
        with self._row_security.off():
            for side in sides:
                self._record("unbound", kind, [side], self._loads.ask(side.server, kind))

    def _poll(self, kind: str, side: Side) -> Figures:
        """Sends conditional requests for dashboards, which nothing changes at that time."""
        file = self._loads.tagged(side.server)
        figures = self._loads.ask(side.server, kind, file)
        polls.check(side.server, file)
        return figures

    def _ceilings(self, kind: str) -> list[tuple[Script, list[Side]]]:
        """Returns each distinct script once, with the sides that use it."""
        found: list[tuple[Script, list[Side]]] = []
        for side in self._sides:
            script = side.scripts[kind]
            same = [sides for other, sides in found if script.texts == other.texts]
            if same:
                same[0].append(side)
            else:
                found.append((script, [side]))
        return found

    def _record(self, what: str, kind: str, sides: list[Side], figures: Figures) -> None:
        """Keeps a result, unless it is of the warm-up."""
        if self._round == 0:
            return
        with self._log.open("a") as log:
            names = [side.name for side in sides]
            log.write(json.dumps({"round": self._round, "of": names, "what": what, "kind": kind, **dataclasses.asdict(figures)}) + "\n")
        for side in sides:
            self.results.setdefault((what, kind, side.name), []).append(figures)
