"""bin/bench slow: 2,000 clients that hardly send or read, and their effect on other clients and the server, during and after."""

import json
import pathlib
import statistics
import sys
import time

from figures import Sections, Target, divided, rows_of
from loads import Figures, Loads
from report import Result, result
from rooms import AREA
from settings import Settings
from workplace import workplace

from tools import system
from tools.failure import say
from tools.waiting import wait

SLOW = 2000
#: The seconds for which the slow clients run, and for which the other clients are measured without them, before and after.
SECONDS, QUIET = 60, 20
#: The number of the other clients.
OTHERS = 16
#: The seconds within which the server must close an idle client: its longest deadline, and some more for a busy machine.
PATIENCE = 45
WITH = Target(2.0, 1.2)
LEFT = Target(5, 2)


def measure(settings: Settings) -> Result:
    """Runs the whole measurement, from filling the database to the figures."""
    system.allow_files(SLOW)
    with workplace(settings) as place:
        place.fill()
        # The server runs as if behind a proxy, because a single client address may not have so many connections.
        server = place.serve(place.program, {"TRUSTED_PROXIES": "1"})
        loads = Loads(place, AREA)
        path = place.work / "slow.json"
        loads.length = QUIET
        before = loads.ask(server, "room", clients=OTHERS)
        idle, files = system.memory(server.pid, "VmRSS"), system.descriptors(server.pid)
        say(f"{SLOW:,} slow clients for {SECONDS} s")
        slow = place.processes.start(
            # The slow clients use the tokens of the dashboards' callers, and the measured clients other tokens, because the server limits the
            # concurrent requests of one person.
            [sys.executable, "-B", pathlib.Path(__file__).with_name("slow_clients.py"), str(server.port), loads.sent.file("dashboard"), str(SLOW),
             str(SECONDS), path])
        wait("the slow clients are connected", lambda: system.descriptors(server.pid) >= files + SLOW * 0.9, 30)
        loads.length = SECONDS - 5
        among, most = loads.ask(server, "room", clients=OTHERS), system.descriptors(server.pid)
        peak = system.memory(server.pid, "VmHWM")
        slow.wait(SECONDS + 60)
        ended = time.monotonic()
        wait("the slow clients' connections are closed", lambda: system.descriptors(server.pid) <= files + OTHERS, PATIENCE, pause=0.2)
        gone = time.monotonic() - ended
        loads.length = QUIET
        after = loads.ask(server, "room", clients=OTHERS)
        left = system.memory(server.pid, "VmRSS")
        server.stop()
        waits = json.loads(path.read_text(encoding="utf-8"))
        title = place.title(
            f"Scale {settings.scale}, {OTHERS} clients that ask for rooms without pause, {SECONDS} s with {SLOW:,} slow ones of three kinds.")
        sections = _sections((before, among, after), waits, {"before": idle, "at most": peak, "after": left}, (files, most, gone))
    return result("slow", title, sections, ["server"])


def _sections(others: tuple[Figures, Figures, Figures], waits: dict[str, list[float]], memory: dict[str, float], files: tuple[float, float, float]) -> Sections:
    before, among, after = others
    row = rows_of("server")
    alone = statistics.mean([before.p99, after.p99])
    return [
        ("the others", [
            row("requests/s without slow clients", statistics.mean([before.rate, after.rate])),
            row("  with them", among.rate),
            row("p99 ms without slow clients", alone, 1),
            row("  with them", among.p99, 1),
            row("  with / without", divided(among.p99, alone), 2, WITH),
        ]),
        ("slow clients closed, seconds after they came", [
            each for kind, ages in waits.items() if ages for each in (
                row(f"{kind}: closed", len(ages)), row("  the median after", statistics.median(ages or [0]), 1),
                row("  the last after", max(ages, default=0), 1))]),
        ("the server", [
            row("descriptors before", files[0]),
            row("  with the slow clients", files[1]),
            # A slow reader notices that its connection is closed only after it has read all data in transit.
            row("  seconds until all of theirs are closed", files[2], 1),
            *(row(f"memory {when} (MB)" if when == "before" else f"  {when}", value, 1) for when, value in memory.items()),
            row("  after / before, more (MB)", memory["after"] - memory["before"], 1, LEFT),
        ]),
    ]
