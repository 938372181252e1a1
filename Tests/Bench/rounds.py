"""The rounds: one load after the other, short, and again. What counts are ratios within a round."""

import dataclasses
import json
import pathlib
import time

import polls
import processor
from area import Area
from database import RowSecurity
from failure import say
from loads import Figures, Loads
from server import Server
from statements import Script

#: The figures of each round, by what was measured (server, ceiling, unbound), the kind of request, and the program's name.
Results = dict[tuple[str, str, str], list[Figures]]


@dataclasses.dataclass(frozen=True)
class Side:
    """A program that is measured: its running server, and what pgbench sends in its stead."""

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
        #: What others took of all processors meanwhile, in percent.
        self.others = 0.0

    def run(self, rounds: int, seconds: int) -> None:
        """Warms up, and measures."""
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
        # Who comes first changes, since what is measured first leaves what it has written to the other, and what it has read in memory.
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
        """Everybody asks for the dashboard they have, and none has changed until the end."""
        file = self._loads.tagged(side.server)
        figures = self._loads.ask(side.server, kind, file)
        polls.check(side.server, file)
        return figures

    def _ceilings(self, kind: str) -> list[tuple[Script, list[Side]]]:
        """Each different script once, with the sides whose it is."""
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
        """Keeps a result, unless this is the warming up."""
        if self._round == 0:
            return
        with self._log.open("a") as log:
            names = [side.name for side in sides]
            log.write(json.dumps({"round": self._round, "of": names, "what": what, "kind": kind, **dataclasses.asdict(figures)}) + "\n")
        for side in sides:
            self.results.setdefault((what, kind, side.name), []).append(figures)
