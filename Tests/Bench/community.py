"""bin/bench: the server asked for the rooms and dashboards of a large community, beside PostgreSQL alone."""

import capacity
import layers
import processor
import statements
from crowd import Crowd
from database import COPY, SERVING, RowSecurity
from failure import Failure
from figures import Measured
from loads import Loads
from page import Told
from program import Program
from report import report
from requests_sent import RequestsSent
from rounds import Rounds, Side
from settings import Settings
from workplace import Workplace, workplace

STARTS = 5
#: The number of a comment that nobody made.
FRESH = 10**15


def measure(settings: Settings) -> Told:
    """All of it, from filling the database to the figures."""
    with workplace(settings) as place:
        place.fill()
        return Community(place).measure()


class Community:
    """The programs on the filled database."""

    def __init__(self, place: Workplace) -> None:
        self._place = place
        self._postgres = place.postgres
        self._programs = place.programs
        self._work = place.work
        self._sent = RequestsSent(place.postgres, place.work)
        self._loads = Loads(place.processes, place.postgres, self._sent, place.work)

    def measure(self) -> Told:
        """Copies the statements, measures the starts and the rounds, and tells of it."""
        # Before anything lasts long: an older program may not do its work on the newer schema.
        scripts = self._copied_statements()
        starts = self._starts()
        rounds, memory = self._measured_rounds(scripts)
        crowd = Crowd(self._place, self._loads).measure()
        measured = Measured([program.name for program in self._programs], rounds.results, memory, starts, crowd)
        tables = {"layers": layers.table(measured), "capacity": capacity.table(measured)}
        told = Told("community", report(measured, self._title(rounds.others), self._work), tables)
        if failed := measured.failed():
            print(told.text)
            which = ", ".join(f"{count} of {load}" for load, count in failed.items())
            raise Failure(f"{sum(failed.values())} requests failed, so these figures are worth nothing: {which}.")
        return told

    def _measured_rounds(self, scripts: dict[str, dict[str, statements.Script]]) -> tuple[Rounds, dict[str, list[float]]]:
        """The rounds, and each server's memory: idle, after the loads, and at most."""
        sides = [Side(self._place.serve(program), scripts[program.name]) for program in self._programs]
        idle = [processor.memory(side.server.pid, "VmRSS") for side in sides]
        rounds = Rounds(sides, self._loads, RowSecurity(self._postgres), self._work / "results")
        rounds.run(self._place.settings.rounds, self._place.settings.seconds)
        memory = {side.name: [before, *(processor.memory(side.server.pid, key) for key in ("VmRSS", "VmHWM"))]
                  for side, before in zip(sides, idle, strict=True)}
        for side in sides:
            self._explain(side)
            side.server.stop()
        return rounds, memory

    def _copied_statements(self) -> dict[str, dict[str, statements.Script]]:
        copied = {}
        with statements.logged(self._postgres):
            for program in self._programs:
                try:
                    server = self._place.serve(program)
                    copied[program.name] = statements.copy(server, self._sent, self._postgres, self._work / program.name)
                    server.stop()
                except Failure as failure:
                    raise Failure(self._why(program, failure)) from failure
        return copied

    def _why(self, program: Program, failure: Failure) -> str:
        """What may be behind a refusal, where it is the older program's."""
        if program is self._programs[-1]:
            return str(failure)
        return f"The program before does not work on the schema of the one after, so the two can't be compared. {failure}"

    def _starts(self) -> dict[str, list[float]]:
        took: dict[str, list[float]] = {program.name: [] for program in self._programs}
        for _ in range(STARTS):
            for program in self._programs:
                server = self._place.serve(program)
                took[program.name].append(server.took)
                server.stop()
        return took

    def _explain(self, side: Side) -> None:
        """Leaves the plans of what is asked for; of the dashboards of a person without archived rooms and of one with 6,000."""
        size = self._sent.size
        for name, kind, person, room in (
                ("none", "dashboard", size.twins, 0), ("archived", "dashboard", size.busy + size.twins, 0),
                # The hosts of the rooms 5 and 1.
                ("room", "room", size.specials + 5, 5), ("comment", "comment", size.specials + 1, 1)):
            numbers = {"person": person, "tenant": (person - 1) % 50 + 1, "room": room, "fresh": FRESH}
            plans = self._postgres.psql(
                *(part for number, value in numbers.items() for part in ("-v", f"{number}={value}")),
                "-f", side.scripts[kind].explaining, role=SERVING, database=COPY)
            (self._work / side.name / f"{name}.explain").write_text(plans)

    def _title(self, others: float) -> list[str]:
        settings = self._place.settings
        return self._place.title(
            f"Scale {settings.scale}, {settings.rounds} rounds of {settings.seconds} s, while others used {others:.0f} % of the processors.")
