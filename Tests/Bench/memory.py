"""bin/bench memory: what the server takes of memory idle, under load, and how much more as the load goes on."""

import pathlib
import statistics
import time

import processor
from failure import Failure, say
from figures import Row, Target
from loads import Loads
from page import Told
from report import rendered
from requests_sent import RequestsSent
from rooms import AREA, KINDS
from server import Server
from settings import Settings
from workplace import workplace

IDLE = Target(40, 30)
LOADED = Target(50, 40)
GROWTH = Target(2, 0)
#: Each kind of request is asked for so many seconds in turn.
TURN = 10
#: What is compared is the median of so many seconds: the second and the last such time of the load.
WINDOW = 60


class Watched:
    """A server's memory, a sample each second."""

    def __init__(self, server: Server, log: pathlib.Path) -> None:
        self._pid = server.pid
        self._log = log
        self.idle = self._now()
        self.samples: list[float] = []

    def sample(self) -> None:
        """Takes one, and notes it."""
        self.samples.append(self._now())
        with self._log.open("a") as log:
            log.write(f"{self.samples[-1]:.2f}\n")

    @property
    def most(self) -> float:
        """The most it ever had."""
        return processor.memory(self._pid, "VmHWM")

    def _now(self) -> float:
        return processor.memory(self._pid, "VmRSS")


def measure(settings: Settings) -> Told:
    """All of it, from filling the database to the figures."""
    columns, failed, asked = {}, 0, 0
    with workplace(settings) as place:
        for program in place.programs:
            # A copy each, so that both find the same.
            place.fill()
            server = place.serve(program)
            loads = Loads(place.processes, place.postgres, RequestsSent(AREA, place.postgres, place.work), place.work)
            watched = Watched(server, place.work / f"{program.name}.memory")
            say(f"Asking {program.name} for {settings.minutes} minutes.")
            errors, requests = _load(server, loads, watched, settings.minutes)
            failed, asked = failed + errors, asked + requests
            columns[program.name] = _column(watched)
            server.stop()
        if failed:
            raise Failure(f"{failed} of {asked} requests failed, so these figures are worth nothing.")
        title = place.title(
            f"Scale {settings.scale}, {settings.minutes} minutes in which 64 clients ask for rooms and dashboards and make comments in turn, "
            f"{asked:,} requests.")
    names = list(columns)
    rows = [Row(row, {name: [columns[name][row]] for name in names}, 1, target) for row, target in (
        ("idle", IDLE), ("in the second minute", None), ("in the last minute", LOADED), ("growth after the first minute", GROWTH), ("at most", None))]
    return Told("memory", "\n\n".join(["\n".join(title), *rendered([("memory of the server, MB", rows)], names)]))


def _load(server: Server, loads: Loads, watched: Watched, minutes: int) -> tuple[int, int]:
    """Asks for so long, and takes a sample each second. How many requests failed, and how many there were."""
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
    """Each figure by its name: medians, since memory of answers under way comes and goes."""
    window = min(WINDOW, len(watched.samples) // 3)
    if window == 0:
        raise Failure("There are too few samples: let it last for some minutes.")
    second, last = (statistics.median(part) for part in (watched.samples[window:2 * window], watched.samples[-window:]))
    return {"idle": watched.idle, "in the second minute": second, "in the last minute": last, "growth after the first minute": last - second,
            "at most": watched.most}
