"""bin/bench slow: 2,000 clients that hardly send and hardly read, their effect on other clients, and what remains of them afterwards."""

import json
import pathlib
import statistics
import sys
import time
from collections.abc import Callable

import processor
from crowd import allow_files
from failure import Failure, say
from figures import Row, Sections, Target, divided
from loads import Figures, Loads
from page import Result
from report import rendered
from requests_sent import RequestsSent
from rooms import AREA
from server import Server
from settings import Settings
from workplace import workplace

SLOW = 2000
#: The seconds for which the slow clients are there, and for which the others are measured without them, before and after.
SECONDS, QUIET = 60, 20
#: The number of the other clients.
OTHERS = 16
#: The seconds within which an idle client must be closed: the server's longest deadline, and some more for a busy machine.
PATIENCE = 45
WITH = Target(2.0, 1.2)
LEFT = Target(5, 2)


def measure(settings: Settings) -> Result:
    """Runs the whole measurement, from filling the database to the figures."""
    allow_files(SLOW)
    with workplace(settings) as place:
        place.fill()
        # As behind a proxy, since one client address may not have so many connections.
        server = place.serve(place.program, {"TRUSTED_PROXIES": "1"})
        sent = RequestsSent(AREA, place.postgres, place.work)
        loads = Loads(place.processes, place.postgres, sent, place.work)
        path = place.work / "slow.json"
        loads.length = QUIET
        before = loads.ask(server, "room", clients=OTHERS)
        idle, files = processor.memory(server.pid, "VmRSS"), _files(server)
        say(f"{SLOW:,} slow clients for {SECONDS} s")
        slow = place.processes.start(
            # The slow clients use the tokens of the dashboards' callers, who request no rooms: no other client waits for a request of the
            # same person.
            [sys.executable, "-B", pathlib.Path(__file__).with_name("slow_clients.py"), str(server.port), sent.file("dashboard"), str(SLOW),
             str(SECONDS), path])
        _wait("the slow clients are there", lambda: _files(server) >= files + SLOW * 0.9, 30)
        loads.length = SECONDS - 5
        among, most = loads.ask(server, "room", clients=OTHERS), _files(server)
        peak = processor.memory(server.pid, "VmHWM")
        slow.wait(SECONDS + 60)
        gone = _wait("the slow clients' connections are closed", lambda: _files(server) <= files + OTHERS, PATIENCE)
        loads.length = QUIET
        after = loads.ask(server, "room", clients=OTHERS)
        left = processor.memory(server.pid, "VmRSS")
        server.stop()
        waits = json.loads(path.read_text(encoding="utf-8"))
        if failed := before.failed + among.failed + after.failed:
            raise Failure(f"{failed} requests of the others failed.")
        title = place.title(
            f"Scale {settings.scale}, {OTHERS} clients that ask for rooms without pause, {SECONDS} s with {SLOW:,} slow ones of three kinds.")
        sections = _sections((before, among, after), waits, {"before": idle, "at most": peak, "after": left}, (files, most, gone))
    return Result("slow", "\n\n".join(["\n".join(title), *rendered(sections, ["server"])]))


def _sections(others: tuple[Figures, Figures, Figures], waits: dict[str, list[float]], memory: dict[str, float], files: tuple[float, float, float]) -> Sections:
    before, among, after = others
    alone = statistics.mean([before.p99, after.p99])
    return [
        ("the others", [
            _row("requests/s without slow clients", statistics.mean([before.rate, after.rate])),
            _row("  with them", among.rate),
            _row("p99 ms without slow clients", alone, 1),
            _row("  with them", among.p99, 1),
            _row("  with / without", divided(among.p99, alone), 2, WITH),
        ]),
        ("slow clients closed, seconds after they came", [
            row for kind, ages in waits.items() if ages for row in (
                _row(f"{kind}: closed", len(ages)), _row("  the median after", statistics.median(ages or [0]), 1),
                _row("  the last after", max(ages, default=0), 1))]),
        ("the server", [
            _row("descriptors before", files[0]),
            _row("  with the slow clients", files[1]),
            # Slow readers notice the end only after they have read everything that was in transit.
            _row("  seconds until all of theirs are closed", files[2], 1),
            *(_row(f"memory {when} (MB)" if when == "before" else f"  {when}", value, 1) for when, value in memory.items()),
            _row("  after / before, more (MB)", memory["after"] - memory["before"], 1, LEFT),
        ]),
    ]


def _row(name: str, value: float, digits: int = 0, target: Target | None = None) -> Row:
    return Row(name, {"server": [value]}, digits, target)


def _files(server: Server) -> int:
    """The number of the server's open descriptors."""
    return len(list(pathlib.Path(f"/proc/{server.pid}/fd").iterdir()))


def _wait(what: str, condition: Callable[[], bool], seconds: float) -> float:
    """Waits for a condition, and returns the seconds that it took."""
    begun = time.monotonic()
    end = begun + seconds
    while not condition():
        if time.monotonic() > end:
            raise Failure(f"It did not happen within {seconds:.0f} s that {what}.")
        time.sleep(0.2)
    return time.monotonic() - begun
