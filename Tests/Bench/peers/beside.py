"""bin/bench peers: FastAPI with asyncpg, which answers the same requests with the same statements, beside our server and pgbench."""

import dataclasses
import pathlib
import statistics

import processor
import statements
from failure import Failure, say
from figures import Row, divided
from loads import Figures, Loads
from page import Told
from peers import comparison, recipes
from peers.service import Service, installed
from report import rendered
from requests_sent import RequestsSent
from rooms import AREA, KINDS
from server import Server
from settings import Settings
from shown import NAMES
from workplace import Workplace, workplace


@dataclasses.dataclass(frozen=True)
class Round:
    """The figures of one kind of request for all three, within a moment."""

    ours: Figures
    theirs: Figures
    ceiling: Figures


def measure(settings: Settings) -> Told:
    """Runs the whole measurement, from filling the database to the figures."""
    with workplace(settings) as place:
        programs = installed(place.processes)
        place.fill()
        sent = RequestsSent(AREA, place.postgres, place.work)
        loads = Loads(place.processes, place.postgres, sent, place.work)
        loads.length = min(2, settings.seconds)
        with statements.logged(place.postgres):
            copied = place.serve(place.program)
            # FastAPI's program doesn't authenticate optimistically, so it looks each session up.
            plain = statements.copy(copied, sent, place.postgres, place.work / f"{place.program.name}-new", met=False)
            scripts = statements.copy(copied, sent, place.postgres, place.work / place.program.name)
            copied.stop()
        file = place.work / "statements.json"
        recipes.write(plain, sent, file)
        server = place.serve(place.program)
        service = _best(place, loads, programs, file)
        comparison.check(server.port, service.port, sent)
        # The first round warms up.
        _round(0, loads, server, service, scripts)
        loads.length = settings.seconds
        rounds = [_round(number, loads, server, service, scripts) for number in range(1, settings.rounds + 1)]
        memory = {"ours": processor.memory(server.pid, "VmHWM"), "FastAPI": _memory(service.pid)}
        service.stop()
        server.stop()
        return _told(place, service.workers, rounds, memory)


def _best(place: Workplace, loads: Loads, programs: pathlib.Path, file: pathlib.Path) -> Service:
    """Starts the service with the number of workers that answers most, at most one for each processor."""
    rates = {}
    for workers in range(1, processor.COUNT + 1):
        service = Service(place, programs, file, workers)
        rates[workers] = statistics.geometric_mean(max(loads.ask(service, kind).rate, 1) for kind in KINDS)
        service.stop()
    best = max(rates, key=lambda workers: rates[workers])
    say(f"FastAPI answers most with {best} workers: " + ", ".join(f"{workers}: {rate:.0f}/s" for workers, rate in rates.items()))
    return Service(place, programs, file, best)


def _round(number: int, loads: Loads, server: Server, service: Service, scripts: dict[str, statements.Script]) -> dict[str, Round]:
    say(f"Round {number}" if number else "Warming up")
    found = {}
    for kind in KINDS:
        # The order changes each round, since the first load leaves its comments to the second.
        first, second = (server, service) if number % 2 else (service, server)
        figures = {id(asked): loads.ask(asked, kind) for asked in (first, second)}
        found[kind] = Round(figures[id(server)], figures[id(service)], loads.ceiling(kind, scripts[kind]))
        for name, each in (("The server", found[kind].ours), ("FastAPI's program", found[kind].theirs)):
            if each.failed:
                raise Failure(f"{name} failed {each.failed} requests of {kind}, so these figures are worth nothing.")
    return found


def _memory(pid: int) -> float:
    """The largest memory of all its processes, in MB."""
    return sum(processor.memory(member, "VmHWM") for member in processor.members(pid))


def _told(place: Workplace, workers: int, rounds: list[dict[str, Round]], memory: dict[str, float]) -> Told:
    rows = [row for kind in KINDS for row in _rows(NAMES[kind], [found[kind] for found in rounds])]
    rows += [Row(f"memory at most (MB), {name}", {"": [value]}) for name, value in memory.items()]
    title = place.title(
        f"FastAPI with asyncpg, {workers} workers, beside the server: scale {place.settings.scale}, {len(rounds)} rounds of "
        f"{place.settings.seconds} s, 64 clients, 16 connections.")
    return Told("peers", "\n\n".join(["\n".join(title), *rendered([("the same requests, the same statements", rows)], [""])]))


def _rows(name: str, rounds: list[Round]) -> list[Row]:
    def row(title: str, values: list[float], digits: int = 0, spread: bool = False) -> Row:
        return Row(title, {"": values}, digits, spread=spread)

    return [
        row(f"{name}: ours, requests/s", [each.ours.rate for each in rounds]),
        row("  FastAPI", [each.theirs.rate for each in rounds]),
        row("  ours / FastAPI", [divided(each.ours.rate, each.theirs.rate) for each in rounds], 2, spread=True),
        row("  ours / pgbench", [divided(each.ours.rate, each.ceiling.rate) for each in rounds], 2, spread=True),
        row("  FastAPI / pgbench", [divided(each.theirs.rate, each.ceiling.rate) for each in rounds], 2, spread=True),
        row("  p99 ms: ours", [each.ours.p99 for each in rounds], 1),
        row("  p99 ms: FastAPI", [each.theirs.p99 for each in rounds], 1),
        row("  µs of a processor: ours, and PostgreSQL for us", [each.ours.server + each.ours.postgres for each in rounds]),
        row("  µs of a processor: FastAPI, and PostgreSQL for it", [each.theirs.server + each.theirs.postgres for each in rounds]),
    ]
