"""bin/bench peers: programs in other languages, which answer the same requests with the same statements, beside our server and pgbench.

FastAPI with asyncpg is one, and Go's net/http with pgx, which sends a request's statements in two batches, the other.
"""

import dataclasses
import pathlib
import statistics

import processor
import statements
from failure import Failure, say
from figures import Row, divided
from loads import Figures, Loads
from page import Result
from peers import comparison, recipes
from peers.service import Service, fastapi, go
from report import rendered
from requests_sent import RequestsSent
from rooms import AREA, KINDS
from server import Server
from settings import Settings
from shown import NAMES
from workplace import Workplace, workplace


@dataclasses.dataclass(frozen=True)
class Round:
    """The figures of one kind of request for our server, each peer and pgbench, within a moment."""

    ours: Figures
    peers: dict[str, Figures]
    ceiling: Figures


def measure(settings: Settings) -> Result:
    """Runs the whole measurement, from filling the database to the figures."""
    with workplace(settings) as place:
        place.fill()
        sent = RequestsSent(AREA, place.postgres, place.work)
        loads = Loads(place.processes, place.postgres, sent, place.work)
        loads.length = min(2, settings.seconds)
        with statements.logged(place.postgres):
            copied = place.serve(place.program)
            # The peers don't authenticate optimistically, so they look each session up.
            plain = statements.copy(copied, sent, place.postgres, place.work / f"{place.program.name}-new", met=False)
            scripts = statements.copy(copied, sent, place.postgres, place.work / place.program.name)
            copied.stop()
        file = place.work / "statements.json"
        recipes.write(plain, sent, file)
        server = place.serve(place.program)
        peers = {"FastAPI": _best(place, loads, file), "Go": go(place, file)}
        for name, peer in peers.items():
            comparison.check(server.port, name, peer.port, sent)
        # The first round warms up.
        _round(0, loads, server, peers, scripts)
        loads.length = settings.seconds
        rounds = [_round(number, loads, server, peers, scripts) for number in range(1, settings.rounds + 1)]
        memory = {"ours": processor.memory(server.pid, "VmHWM"), **{name: _memory(peer.pid) for name, peer in peers.items()}}
        for program in (*peers.values(), server):
            program.stop()
        return _result(place, peers["FastAPI"].name, rounds, memory)


def _best(place: Workplace, loads: Loads, file: pathlib.Path) -> Service:
    """Starts FastAPI with the number of workers that answers most, at most one for each processor."""
    rates = {}
    for workers in range(1, processor.COUNT + 1):
        service = fastapi(place, file, workers)
        rates[workers] = statistics.geometric_mean(max(loads.ask(service, kind).rate, 1) for kind in KINDS)
        service.stop()
    best = max(rates, key=lambda workers: rates[workers])
    say(f"FastAPI answers most with {best} workers: " + ", ".join(f"{workers}: {rate:.0f}/s" for workers, rate in rates.items()))
    return fastapi(place, file, best)


def _round(
        number: int, loads: Loads, server: Server, peers: dict[str, Service], scripts: dict[str, statements.Script]) -> dict[str, Round]:
    say(f"Round {number}" if number else "Warming up")
    found = {}
    asked: list[tuple[str, Server | Service]] = [("ours", server), *peers.items()]
    for kind in KINDS:
        # The order changes each round, since each load leaves its comments to the next.
        turned = asked[number % len(asked):] + asked[:number % len(asked)]
        figures = {name: loads.ask(program, kind) for name, program in turned}
        if failed := {name: each.failed for name, each in figures.items() if each.failed}:
            raise Failure(f"Requests of {kind} failed, so these figures are worth nothing: {failed}.")
        ours = figures.pop("ours")
        found[kind] = Round(ours, {name: figures[name] for name in peers}, loads.ceiling(kind, scripts[kind]))
    return found


def _memory(pid: int) -> float:
    """The largest memory of all its processes, in MB."""
    return sum(processor.memory(member, "VmHWM") for member in processor.members(pid))


def _result(place: Workplace, best: str, rounds: list[dict[str, Round]], memory: dict[str, float]) -> Result:
    rows = [row for kind in KINDS for row in _rows(NAMES[kind], [found[kind] for found in rounds])]
    rows += [Row(f"memory at most (MB), {name}", {"": [value]}) for name, value in memory.items()]
    title = place.title(
        f"FastAPI with asyncpg ({best}: its workers) and Go's net/http with pgx, beside the server: scale {place.settings.scale}, "
        f"{len(rounds)} rounds of {place.settings.seconds} s, 64 clients, 16 connections.")
    return Result("peers", "\n\n".join(["\n".join(title), *rendered([("the same requests, the same statements", rows)], [""])]))


def _rows(name: str, rounds: list[Round]) -> list[Row]:
    def row(title: str, values: list[float], digits: int = 0, spread: bool = False) -> Row:
        return Row(title, {"": values}, digits, spread=spread)

    ours = [each.ours for each in rounds]
    ceiling = [each.ceiling for each in rounds]
    programs = {"ours": ours, **{peer: [each.peers[peer] for each in rounds] for peer in rounds[0].peers}}
    rows = [row(f"{name}: ours, requests/s", [each.rate for each in ours])]
    for peer, theirs in list(programs.items())[1:]:
        rows.append(row(f"  {peer}, requests/s", [each.rate for each in theirs]))
        rows.append(row(f"  ours / {peer}", [divided(a.rate, b.rate) for a, b in zip(ours, theirs, strict=True)], 2, spread=True))
    for program, figures in programs.items():
        rows.append(row(f"  {program} / pgbench", [divided(a.rate, b.rate) for a, b in zip(figures, ceiling, strict=True)], 2, spread=True))
        rows.append(row(f"  {program}: p99 ms", [each.p99 for each in figures], 1))
        rows.append(row(f"  {program}: µs of a processor, with PostgreSQL's", [each.server + each.postgres for each in figures]))
    return rows
