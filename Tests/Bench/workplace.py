"""What every measurement of the server needs: a PostgreSQL of its own, the programs, and a folder for what is seen of them."""

import contextlib
import fcntl
import os
import pathlib
import shutil
from collections.abc import Iterator, Mapping
from typing import TextIO

import machine
from database import COMMUNITY, Database
from failure import Failure
from postgres import Postgres
from processes import Processes
from program import ROOT, Program, commit, programs
from server import Server
from settings import Settings


class Workplace:
    """The programs, the newer one last, beside a PostgreSQL."""

    def __init__(self, settings: Settings, processes: Processes) -> None:
        self.settings = settings
        self.processes = processes
        self.programs = programs(settings.programs, processes)
        # What was sent, answered and measured, to look at afterwards.
        self.work = settings.data / "last"
        shutil.rmtree(self.work, ignore_errors=True)
        self.work.mkdir()
        self.postgres = Postgres(processes, settings.data, self.work)
        self.database = Database(self.postgres, processes, self.programs[-1])
        self._served = 0

    @property
    def program(self) -> Program:
        """The one that is measured where it is one alone."""
        return self.programs[-1]

    def fill(self, filling: str = COMMUNITY) -> None:
        """The large community in the database that is served, or what another file fills it with."""
        self.database.prepare(self.settings.scale, filling)

    def serve(self, program: Program, environment: Mapping[str, str] | None = None) -> Server:
        """Starts a program on the copied database."""
        self._served += 1
        return Server(program, self.postgres, self.processes, self.work / f"serve-{self._served}", environment)

    def title(self, first: str) -> list[str]:
        """What stands above all figures: what they are of, the machine, and the commits."""
        return [first, machine.described(self.postgres), *(program.origin() for program in self.programs), f"bin/bench: {commit(ROOT)}"]


@contextlib.contextmanager
def workplace(settings: Settings) -> Iterator[Workplace]:
    """One for the time of a `with`; what was started in it ends with it."""
    with _locked(settings.data), Processes() as processes:
        yield Workplace(settings, processes)


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
