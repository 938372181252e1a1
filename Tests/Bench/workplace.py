"""The environment of every measurement of the server: a private PostgreSQL, the programs, and a folder for logs and results."""

import contextlib
import fcntl
import os
import pathlib
import shutil
from collections.abc import Collection, Iterator, Mapping
from typing import TextIO

from database import COMMUNITY, Database
from postgres import Postgres
from program import Program, commit, described, programs
from server import Server
from settings import Settings

from tools import system
from tools.failure import Failure
from tools.processes import Processes


class Workplace:
    """The measured programs, the newest last, and their PostgreSQL."""

    def __init__(self, settings: Settings, processes: Processes) -> None:
        self.settings = settings
        self.processes = processes
        self.programs = programs(settings.programs, processes)
        # This folder keeps the requests, responses and results until the next run.
        self.work = settings.data / "last"
        shutil.rmtree(self.work, ignore_errors=True)
        self.work.mkdir()
        self.postgres = Postgres(processes, settings.data, self.work)
        self.database = Database(self.postgres, processes, self.programs[-1])
        self._served = 0

    @property
    def program(self) -> Program:
        """The measured program, if there is only one."""
        return self.programs[-1]

    def fill(self, filling: str = COMMUNITY) -> None:
        """Fills the served database with the large community, or with another file's data."""
        self.database.prepare(self.settings.scale, filling)

    def serve(self, program: Program, environment: Mapping[str, str] | None = None) -> Server:
        """Starts a program on the copied database."""
        self._served += 1
        return Server(program, self.postgres, self.processes, self.work / f"serve-{self._served}", environment)

    def printed(self, names: Collection[str], *command: str | pathlib.Path) -> dict[str, float]:
        """Runs a program that prints figures, each on a line "name value", and returns those with these names."""
        lines = self.processes.run(command, timeout=300).stdout.splitlines()
        found = {name: float(value) for name, value in map(str.split, lines)}
        if missing := sorted(set(names) - found.keys()):
            raise Failure(f"{command[0]} prints nothing for {', '.join(missing)}.")
        return found

    def title(self, first: str) -> list[str]:
        """The lines above all figures: the measurement, the machine, and the commits."""
        return [first, described(self.postgres), *(program.origin() for program in self.programs), f"bin/bench: {commit(system.ROOT)}"]


@contextlib.contextmanager
def workplace(settings: Settings) -> Iterator[Workplace]:
    """Sets up a workplace for a `with` block, and ends everything that it has started."""
    with _locked(settings.data), Processes() as processes:
        yield Workplace(settings, processes)


def _locked(data: pathlib.Path) -> TextIO:
    """Locks the folder of the database, which only one run may use at a time."""
    data.mkdir(parents=True, exist_ok=True)
    if data.stat().st_uid != os.geteuid():
        raise Failure(f"{data} belongs to another user.")
    data.chmod(0o711)
    lock = (data / "lock").open("w")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise Failure(f"Another run uses {data}.") from None
    return lock
