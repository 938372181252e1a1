"""bin/bench memory: the server's memory when idle and under load, and its growth during the load."""

import pathlib
import statistics
import time

from figures import IDLE_MEMORY, LOADED_MEMORY, Row, Target
from loads import Loads
from report import Result, result
from rooms import AREA, KINDS
from server import Server
from settings import Settings
from workplace import workplace

from tools import system
from tools.failure import Failure, say

GROWTH = Target(2, 0)
#: The seconds for which the clients send one kind of request before the next.
TURN = 10
#: The length in seconds of the two compared windows: the second minute of the load, and the last one.
WINDOW = 60


class Watched:
    """A server's memory, with one sample each second."""

    def __init__(self, server: Server, log: pathlib.Path) -> None:
        self._pid = server.pid
        self._log = log
        self.idle = self._now()
        self.samples: list[float] = []

    def sample(self) -> None:
        """Takes a sample and logs it."""
        self.samples.append(self._now())
        with self._log.open("a") as log:
            log.write(f"{self.samples[-1]:.2f}\n")

    @property
    def most(self) -> float:
        """The largest sample."""
        return system.memory(self._pid, "VmHWM")

    def _now(self) -> float:
        return system.memory(self._pid, "VmRSS")


def measure(settings: Settings) -> Result:
    """Runs the whole measurement, from filling the database to the figures."""
    columns, failed, asked = {}, 0, 0
    with workplace(settings) as place:
        for program in place.programs:
            # Each program gets its own copy, so that both find the same data.
            place.fill()
            server = place.serve(program)
            loads = Loads(place, AREA)
            watched = Watched(server, place.work / f"{program.name}.memory")
            say(f"Asking {program.name} for {settings.minutes} minutes.")
            errors, requests = _load(server, loads, watched, settings.minutes)
            failed, asked = failed + errors, asked + requests
            columns[program.name] = _column(watched)
            server.stop()
        if failed:
            raise Failure(f"{failed} of {asked} requests failed, so these figures are useless.")
        title = place.title(
            f"Scale {settings.scale}, {settings.minutes} minutes in which 64 clients ask for rooms and dashboards and make comments in turn, "
            f"{asked:,} requests.")
    names = list(columns)
    rows = [Row(row, {name: [columns[name][row]] for name in names}, 1, target) for row, target in (
        ("idle", IDLE_MEMORY), ("in the second minute", None), ("in the last minute", LOADED_MEMORY), ("growth after the first minute", GROWTH),
        ("at most", None))]
    return result("memory", title, [("memory of the server, MB", rows)], names)


def _load(server: Server, loads: Loads, watched: Watched, minutes: int) -> tuple[int, int]:
    """Runs the load and takes a sample each second. Returns the number of failed requests, and of all requests."""
    failed = asked = 0
    turn = 0
    until = time.monotonic() + 60 * minutes
    while (left := until - time.monotonic()) > 1:
        loads.length = min(TURN, int(left))
        wrk = loads.begin(server, KINDS[turn % len(KINDS)])
        while wrk.poll() is None:
            watched.sample()
            time.sleep(1)
        errors, requests = loads.ended(wrk)
        failed, asked, turn = failed + errors, asked + requests, turn + 1
    return failed, asked


def _column(watched: Watched) -> dict[str, float]:
    """Returns the figures by name. They are medians, because the memory for requests in flight varies."""
    window = min(WINDOW, len(watched.samples) // 3)
    if window == 0:
        raise Failure("There are too few samples: run it for some minutes.")
    second, last = (statistics.median(part) for part in (watched.samples[window:2 * window], watched.samples[-window:]))
    return {"idle": watched.idle, "in the second minute": second, "in the last minute": last, "growth after the first minute": last - second,
            "at most": watched.most}
