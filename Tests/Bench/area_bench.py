"""Measures an area of the server beside PostgreSQL alone. Several measurements of bin/bench use it."""

import dataclasses
import pathlib

import statements
from area import Area
from database import RowSecurity
from loads import Loads
from program import Program
from rounds import Rounds, Side
from workplace import Workplace

from tools import system
from tools.failure import Failure


@dataclasses.dataclass(frozen=True)
class Plan:
    """A request for whose statements the plans are saved: its kind, its title, and the numbers of its rows."""

    name: str
    kind: str
    of: str
    numbers: dict[str, int]

    def file(self, folder: pathlib.Path) -> pathlib.Path:
        """The name of the file for the plans."""
        return folder / f"{self.name}.explain"


#: The scripts by the program's name and the kind of request.
Scripts = dict[str, dict[str, statements.Script]]


class AreaBench:
    """The programs on the filled database."""

    def __init__(self, place: Workplace, area: Area) -> None:
        self._place = place
        self._area = area
        self.loads = Loads(place, area)
        self.sent = self.loads.sent

    def copied(self) -> Scripts:
        """The statements of each program."""
        found = {}
        with statements.logged(self._place.postgres):
            for program in self._place.programs:
                try:
                    server = self._place.serve(program)
                    found[program.name] = statements.copy(server, self.sent, self._place.postgres, self._place.work / program.name)
                    server.stop()
                except Failure as failure:
                    raise Failure(self._why(program, failure)) from failure
        return found

    def _why(self, program: Program, failure: Failure) -> str:
        """Explains a failure that the older program may have because of the newer schema."""
        if program is self._place.program:
            return str(failure)
        return f"The older program doesn't work on the newer program's schema, so they can't be compared. {failure}"

    def measured(self, scripts: Scripts, plans: list[Plan]) -> tuple[Rounds, dict[str, list[float]]]:
        """Runs the rounds and saves the plans. Returns the rounds, with each server's memory when idle, after the loads, and at most."""
        settings, postgres = self._place.settings, self._place.postgres
        sides = [Side(self._place.serve(program), scripts[program.name]) for program in self._place.programs]
        idle = [system.memory(side.server.pid, "VmRSS") for side in sides]
        rounds = Rounds(self._area, sides, self.loads, RowSecurity(postgres), self._place.work / "results")
        rounds.run(settings.rounds, settings.seconds)
        memory = {side.name: [before, *(system.memory(side.server.pid, key) for key in ("VmRSS", "VmHWM"))]
                  for side, before in zip(sides, idle, strict=True)}
        for side in sides:
            for plan in plans:
                self.sent.undo(plan.kind, cleared=True)
                statements.explain(side.scripts[plan.kind], postgres, plan.numbers, plan.file(self._place.work / side.name))
            side.server.stop()
        return rounds, memory

    def title(self, others: float) -> list[str]:
        """The lines above all figures."""
        settings = self._place.settings
        return self._place.title(
            f"Scale {settings.scale}, {settings.rounds} rounds of {settings.seconds} s, while others used {others:.0f} % of the processors.")
