"""bin/bench peers: compares the server with pgbench, and with programs in other languages that send the same statements.

These are Go's net/http with pgx, and Rust's hyper with tokio-postgres. They send a request's statements in two round trips.
"""

import dataclasses
import datetime
import itertools
import json
import pathlib
import re
import statistics
from typing import Any

import statements
from community import NAMES
from figures import Row, Target, divided, rows_of
from loads import Figures, Loads
from peers.service import Service, go, rust
from report import Result, result
from requests_sent import RequestsSent
from rooms import AREA, COMMENT, KINDS
from server import Server
from settings import Settings
from statements import BOUNDS, UUID, Script, Statement
from workplace import Workplace, workplace

from tools import system
from tools.client import Client, Refused
from tools.failure import Failure, say


#: How many times as many requests as a peer the server must answer, by the peer and the kind.
AHEAD = {
    "Go": {"room": Target(1.2, 1.4), "dashboard": Target(1.2, 1.3), "comment": Target(1.0, 1.1)},
    "Rust": {kind: Target(1.0, 1.0) for kind in KINDS},
}


@dataclasses.dataclass(frozen=True)
class Round:
    """The figures of one kind of request in one round: for the server, each peer, and pgbench."""

    ours: Figures
    peers: dict[str, Figures]
    ceiling: Figures


def measure(settings: Settings) -> Result:
    """Runs the whole measurement, from filling the database to the figures."""
    with workplace(settings) as place:
        place.fill()
        loads = Loads(place, AREA)
        sent = loads.sent
        loads.length = min(2, settings.seconds)
        with statements.logged(place.postgres):
            copied = place.serve(place.program)
            # The peers don't cache callers, so they look up the session in each request.
            plain = statements.copy(copied, sent, place.postgres, place.work / f"{place.program.name}-new", met=False)
            scripts = statements.copy(copied, sent, place.postgres, place.work / place.program.name)
            copied.stop()
        file = place.work / "statements.json"
        write(plain, sent, file)
        server = place.serve(place.program)
        peers = {"Go": go(place, file), "Rust": rust(place, file)}
        for name, peer in peers.items():
            check(server.port, name, peer.port, sent)
        # The first round is a warm-up.
        _round(0, loads, server, peers, scripts)
        loads.length = settings.seconds
        rounds = [_round(number, loads, server, peers, scripts) for number in range(1, settings.rounds + 1)]
        memory = {name: system.memory(program.pid, "VmHWM") for name, program in {"ours": server, **peers}.items()}
        for program in (*peers.values(), server):
            program.stop()
        return _result(place, rounds, memory)


def _round(
        number: int, loads: Loads, server: Server, peers: dict[str, Service], scripts: dict[str, statements.Script]) -> dict[str, Round]:
    say(f"Round {number}" if number else "Warming up")
    found = {}
    asked: list[tuple[str, Server | Service]] = [("ours", server), *peers.items()]
    for kind in KINDS:
        # The order changes each round, because each load leaves its comments in the table.
        turned = asked[number % len(asked):] + asked[:number % len(asked)]
        figures = {name: loads.ask(program, kind) for name, program in turned}
        ours = figures.pop("ours")
        found[kind] = Round(ours, {name: figures[name] for name in peers}, loads.ceiling(kind, scripts[kind]))
    return found


def _result(place: Workplace, rounds: list[dict[str, Round]], memory: dict[str, float]) -> Result:
    rows = [row for kind in KINDS for row in _rows(kind, [found[kind] for found in rounds])]
    rows += [Row(f"memory at most (MB), {name}", {"": [value]}) for name, value in memory.items()]
    title = place.title(
        f"Go's net/http with pgx, and Rust's hyper with tokio-postgres, beside the server: scale {place.settings.scale}, {len(rounds)} rounds of {place.settings.seconds} s, 64 clients, 16 connections.")
    return result("peers", title, [("the same requests, the same statements", rows)], [""])


def _rows(kind: str, rounds: list[Round]) -> list[Row]:
    row = rows_of("")
    ours = [each.ours for each in rounds]
    ceiling = [each.ceiling for each in rounds]
    programs = {"ours": ours, **{peer: [each.peers[peer] for each in rounds] for peer in rounds[0].peers}}
    rows = [row(f"{NAMES[kind]}: ours, requests/s", [each.rate for each in ours])]
    for peer, theirs in list(programs.items())[1:]:
        rows.append(row(f"  {peer}, requests/s", [each.rate for each in theirs]))
        ratios = [divided(a.rate, b.rate) for a, b in zip(ours, theirs, strict=True)]
        rows.append(row(f"  ours / {peer}", ratios, 2, AHEAD[peer][kind], spread=True))
    for program, figures in programs.items():
        rows.append(row(f"  {program} / pgbench", [divided(a.rate, b.rate) for a, b in zip(figures, ceiling, strict=True)], 2, spread=True))
        rows.append(row(f"  {program}: p99 ms", [each.p99 for each in figures], 1))
        rows.append(row(f"  {program}: µs of a processor, with PostgreSQL's", [each.server + each.postgres for each in figures]))
    return rows


#: The fields of a new comment whose values always differ, but have the same format.
FRESH = ("/id", "/number", "/createdAt")


def check(ours: int, name: str, theirs: int, sent: RequestsSent) -> None:
    """Sends the first requests of each kind to the server and a peer, and raises Failure if the responses differ."""
    for kind in KINDS:
        with sent.file(kind).open() as lines:
            requests = [line.split() for line in itertools.islice(lines, 5)]
        if kind == "comment":
            # The caller of the first dashboard is of the same tenant as the first room, but no member of it.
            requests.append([sent.first(kind)[0], sent.first("dashboard")[1]])
        for path, token in requests:
            first, second = (_answer(port, sent, kind, path, token) for port in (ours, theirs))
            if difference := _difference(first, second, "", FRESH if kind == "comment" else ()):
                raise Failure(f"{name} answers {kind} otherwise than the server: {difference}")


def _answer(port: int, sent: RequestsSent, kind: str, path: str, token: str) -> Any:
    """The content of the response; only its status if the request is refused."""
    client, body = Client(port), sent.body(kind)
    try:
        return client.ask(sent.method(kind), path, token, body and body.encode()).json()
    except Refused as refused:
        return refused.status
    finally:
        client.close()


def _difference(ours: Any, theirs: Any, place: str, fresh: tuple[str, ...]) -> str | None:
    """Returns the first difference; None if there is none."""
    if type(ours) is not type(theirs):
        return f"{place} is {ours!r} and {theirs!r}"
    if isinstance(ours, dict):
        if list(ours) != list(theirs):
            return f"{place} has {list(ours)} and {list(theirs)}"
        return next(filter(None, (_difference(ours[key], theirs[key], f"{place}/{key}", fresh) for key in ours)), None)
    if isinstance(ours, list):
        if len(ours) != len(theirs):
            return f"{place} has {len(ours)} and {len(theirs)} items"
        return next(filter(None, (_difference(a, b, f"{place}/{n}", fresh) for n, (a, b) in enumerate(zip(ours, theirs, strict=True)))), None)
    if place in fresh and _form(ours) == _form(theirs):
        return None
    return None if ours == theirs else f"{place} is {ours!r} and {theirs!r}"


def _form(value: Any) -> str:
    """Returns a value with all hexadecimal digits replaced, for a comparison of formats."""
    return "number" if isinstance(value, int) else re.sub(r"[0-9a-f]", "0", value)


MOMENT = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?\+00")
#: The number of rows for a page of 40: one more shows whether there is a next page.
PAGE = "41"


def write(scripts: dict[str, Script], sent: RequestsSent, file: pathlib.Path) -> None:
    """Writes the statements of all kinds of requests into a file, which the peer reads when it starts."""
    file.write_text(json.dumps({kind: _statements(script.statements, sent.samples[kind]) for kind, script in scripts.items()}, indent=1))


def _statements(statements: list[Statement], sample: dict[str, str]) -> list[dict[str, Any]]:
    """Returns each statement once. The server repeats some in a second transaction, but a peer sends everything in one of its own."""
    known = {sample[name]: name for name in ("tenant", "person", "room", "digest")}
    known |= {str(value): name for name, value in json.loads(COMMENT).items()}
    known[PAGE] = "limit"
    moments = [value for _, values in statements for value in values if value and MOMENT.fullmatch(value)]
    found: list[dict[str, Any]] = []
    for text, values in (statement for statement in statements if statement[0] not in BOUNDS):
        statement = {"text": text, "parameters": [_parameter(value, known, moments[0]) for value in values]}
        if statement not in found:
            found.append(statement)
    return found


def _parameter(value: str | None, known: dict[str, str], now: str) -> dict[str, Any]:
    if value is None:
        return {"value": None}
    if value in known:
        return {"name": known[value]}
    if MOMENT.fullmatch(value):
        # Round to whole seconds, because the server reads its clock once for each transaction.
        return {"after": round((datetime.datetime.fromisoformat(value) - datetime.datetime.fromisoformat(now)).total_seconds())}
    return {"name": "fresh"} if UUID.fullmatch(value) else {"value": value}
