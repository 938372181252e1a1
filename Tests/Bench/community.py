"""bin/bench: the server asked for the rooms and dashboards of a large community, beside PostgreSQL alone."""

import fcntl
import os
import pathlib
import shutil
from typing import TextIO

import processor
import statements
from database import COPY, SERVING, Database, RowSecurity
from failure import Failure
from figures import Measured
from loads import Loads
from postgres import Postgres
from processes import Processes
from program import ROOT, Program, commit, programs
from report import report
from requests_sent import TWINS, RequestsSent
from rounds import Rounds, Side
from server import Server
from settings import Settings

STARTS = 5


def measure(settings: Settings) -> None:
    """All of it, from filling the database to the figures."""
    with _locked(settings.data), Processes() as processes:
        chosen = programs(settings.programs, processes)
        # What was sent, answered and measured, to look at afterwards.
        work = settings.data / "last"
        shutil.rmtree(work, ignore_errors=True)
        work.mkdir()
        postgres = Postgres(processes, settings.data, work)
        Database(postgres, processes, chosen[-1]).prepare(settings.scale)
        Community(settings, processes, postgres, chosen, work).measure()


def _locked(data: pathlib.Path) -> TextIO:
    """The folder of the database, for one at a time."""
    data.mkdir(parents=True, exist_ok=True)
    if data.stat().st_uid != os.geteuid():
        raise Failure(f"{data} belongs to somebody else.")
    data.chmod(0o711)
    lock = (data / "lock").open("w")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise Failure(f"Another one is running in {data}.") from None
    return lock


class Community:
    """The programs on the filled database."""

    def __init__(self, settings: Settings, processes: Processes, postgres: Postgres, chosen: list[Program], work: pathlib.Path) -> None:
        self._settings = settings
        self._processes = processes
        self._postgres = postgres
        self._programs = chosen
        self._work = work
        self._served = 0
        self._sent = RequestsSent(postgres, work)

    def measure(self) -> None:
        """Copies the statements, measures the starts and the rounds, and reports."""
        # Before anything lasts long: an older program may not do its work on the newer schema.
        scripts = self._copied_statements()
        starts = self._starts()
        sides = [Side(self._serve(program), scripts[program.name]) for program in self._programs]
        idle = [processor.memory(side.server.pid, "VmRSS") for side in sides]
        loads = Loads(self._processes, self._postgres, self._sent, self._work)
        rounds = Rounds(sides, loads, RowSecurity(self._postgres), self._work / "results")
        rounds.run(self._settings.rounds, self._settings.seconds)
        memory = {side.name: [before, *(processor.memory(side.server.pid, key) for key in ("VmRSS", "VmHWM"))]
                  for side, before in zip(sides, idle, strict=True)}
        for side in sides:
            self._explain(side)
            side.server.stop()
        measured = Measured([side.name for side in sides], rounds.results, memory, starts)
        report(measured, self._title(rounds.others), self._work)
        if failed := measured.failed():
            which = ", ".join(f"{count} of {load}" for load, count in failed.items())
            raise Failure(f"{sum(failed.values())} requests failed, so these figures are worth nothing: {which}.")

    def _serve(self, program: Program) -> Server:
        self._served += 1
        return Server(program, self._postgres, self._processes, self._work / f"serve-{self._served}")

    def _copied_statements(self) -> dict[str, dict[str, statements.Script]]:
        copied = {}
        with statements.logged(self._postgres):
            for program in self._programs:
                try:
                    server = self._serve(program)
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
                server = self._serve(program)
                took[program.name].append(server.took)
                server.stop()
        return took

    def _explain(self, side: Side) -> None:
        """Leaves the plans of a dashboard of a person without archived rooms, and of one with 6,000."""
        size = self._sent.size
        for twin, person in zip(TWINS, (size.twins, size.busy + size.twins), strict=True):
            plans = self._postgres.psql(
                "-v", f"person={person}", "-v", f"tenant={(person - 1) % 50 + 1}", "-f", side.scripts["dashboard"].explaining,
                role=SERVING, database=COPY)
            (self._work / side.name / f"{twin}.explain").write_text(plans)

    def _title(self, others: float) -> list[str]:
        settings = self._settings
        return [
            f"Scale {settings.scale}, {settings.rounds} rounds of {settings.seconds} s, on {processor.COUNT} processors, "
            f"{others:.0f} % of which others used meanwhile.",
            *(program.origin() for program in self._programs),
            f"bin/bench: {commit(ROOT)}",
        ]
