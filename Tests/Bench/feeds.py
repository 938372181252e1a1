"""bin/bench sync: the cost of keeping clients up to date, as docs/sync.md describes it.

Measures polls that find no changes (compared with a dashboard, with an archive, and after many comments of others), a full fetch, long
polls, and a store of many items.
"""

import dataclasses
import json
import pathlib
import statistics
import sys
import time

import processor
from database import COPY
from figures import Row, Sections, Target, divided
from loads import Figures, Loads
from program import companion
from report import Result, result
from rooms import AREA
from server import Server
from settings import Settings
from workplace import Workplace, workplace

from tools import system
from tools.client import Client
from tools.failure import Failure, say
from tools.waiting import wait

#: The number of long polls, their duration in seconds, and the number of other clients at the same time.
WAITING, SECONDS, OTHERS = 2000, 40, 16
#: The number of other people's comments at scale 1, and the page size of a full fetch.
COMMENTS, LIMIT = 100_000, 500
#: The polls: by people with 60 active rooms each, by people without an archive, and by people with 6,000 archived rooms besides.
BUSY, NONE, ARCHIVED, SINCE = "poll", "poll without an archive", "poll with an archive", "poll since before the comments"
PEOPLE = {BUSY: "dashboard", NONE: "none", ARCHIVED: "archived", SINCE: "none"}
STORE = {"inserted-milliseconds": "inserted at once, ms", "loaded-milliseconds": "loaded, ms", "changed-milliseconds": "one of them changed, ms"}


@dataclasses.dataclass
class Found:
    """The results: rounds for each load, and single values by their names."""

    loads: dict[str, list[Figures]] = dataclasses.field(default_factory=dict)
    fetches: list[float] = dataclasses.field(default_factory=list)
    pages: int = 0
    items: int = 0
    waits: dict[str, float] = dataclasses.field(default_factory=dict)
    store: list[dict[str, float]] = dataclasses.field(default_factory=list)

    def rates(self, what: str) -> list[float]:
        """The rates in requests a second."""
        return [figures.rate for figures in self.loads[what]]

    def ratios(self, above: str, below: str) -> list[float]:
        """The ratios of the rates of two loads, within each round."""
        return [divided(a, b) for a, b in zip(self.rates(above), self.rates(below), strict=True)]


def measure(settings: Settings) -> Result:
    """Runs the whole measurement, from filling the database to the figures."""
    system.allow_files(WAITING)
    with workplace(settings) as place:
        # Links Swift's shared libraries, as an app does that uses Foundation's networking.
        program = companion(place.program, "store-measure", place.processes, "--no-static-swift-stdlib")
        place.fill()
        bench = SyncBench(place)
        bench.polls()
        bench.waits()
        found = bench.found
        found.store = [place.printed(STORE, program) for _ in range(settings.rounds)]
        if failed := found.waits["failed"]:
            raise Failure(f"{failed} long polls failed, so these figures are useless.")
        title = place.title(f"Scale {settings.scale}, {settings.rounds} rounds of {settings.seconds} s, 64 clients, 16 connections.")
        return result("sync", title, _sections(found, settings), ["server"])


class SyncBench:
    """One server on the filled database."""

    def __init__(self, place: Workplace) -> None:
        self.found = Found()
        self._place = place
        self._loads = Loads(place, AREA)
        self._rounds = range(place.settings.rounds)

    def polls(self) -> None:
        """Measures polls without changes, a full fetch, and polls after others have written many comments."""
        server = self._place.serve(self._place.program)
        files = {what: self._polls(server, what) for what in (BUSY, NONE, ARCHIVED)}
        for number in self._rounds:
            say(f"Polls, round {number + 1}")
            self._ask(server, "dashboard")
            for what, file in files.items():
                self._ask(server, what, file)
            self._fetch(server)
        self._comment(server)
        files = {NONE: self._polls(server, NONE), SINCE: files[NONE]}
        for number in self._rounds:
            say(f"Polls after the comments, round {number + 1}")
            for what, file in files.items():
                self._ask(server, what + " now" if what == NONE else what, file)
        server.stop()

    def waits(self) -> None:
        """Measures many long polls while others request rooms."""
        # The server runs as if behind a proxy, because a single client address may not have so many connections.
        server = self._place.serve(self._place.program, {"TRUSTED_PROXIES": "1"})
        client = Client(server.port)
        tokens = self._place.postgres.rows(
            f"SELECT bench.token(n) FROM bench.size, generate_series(specials + 1, specials + {WAITING}) AS n")
        lines = []
        for [token] in tokens:
            cursor = client.ask("GET", "/v1/changes?since=now", token).json()["next"]
            lines.append(f"/v1/changes?since={cursor}&wait=25 {token}\n")
        client.close()
        file, answered = self._place.work / "waiting.requests", self._place.work / "waiting.json"
        file.write_text("".join(lines))
        self._loads.length = 15
        before = self._loads.ask(server, "room", clients=OTHERS)
        memory = system.memory(server.pid, "VmRSS")
        say(f"{len(lines):,} clients wait for {SECONDS} s")
        waiting = self._place.processes.start(
            [sys.executable, "-B", pathlib.Path(__file__).with_name("waiting_clients.py"), str(server.port), file, str(SECONDS), answered])
        end = time.monotonic() + SECONDS / 2
        wait(f"{len(lines):,} clients wait", lambda: system.descriptors(server.pid) >= len(lines), SECONDS / 2, pause=0.2)
        _wait_until_calm(server, end)
        among = self._loads.ask(server, "room", clients=OTHERS)
        held = self._place.postgres.rows(f"SELECT count(*) FROM pg_stat_activity WHERE datname = '{COPY}' AND state LIKE 'idle in%'")
        grown = system.memory(server.pid, "VmRSS") - memory
        waiting.wait(SECONDS + 60)
        after = self._loads.ask(server, "room", clients=OTHERS)
        server.stop()
        self.found.waits = {
            **json.loads(answered.read_text(encoding="utf-8")), "memory": grown, "held": float(held[0][0]),
            "alone": statistics.mean([before.p99, after.p99]), "among": among.p99}

    def _ask(self, server: Server, what: str, file: pathlib.Path | None = None) -> None:
        self._loads.length = self._place.settings.seconds
        figures = self._loads.ask(server, "dashboard" if file else what, file)
        self.found.loads.setdefault(what, []).append(figures)

    def _polls(self, server: Server, what: str) -> pathlib.Path:
        """Makes a file of polls by people who have synced everything."""
        file, client = self._place.work / f"{what.replace(' ', '-')}-{time.monotonic_ns()}.requests", Client(server.port)
        lines = []
        for line in self._loads.sent.file(PEOPLE[what]).read_text().splitlines():
            token = line.split()[1]
            path = f"/v1/changes?since={_fetched(client, token)[0]}"
            found = client.ask("GET", path, token).json()
            if found["rooms"]["items"] or found["comments"]["items"]:
                raise Failure(f"GET {path} returns rows that were synced before.")
            lines.append(f"{path} {token}\n")
        client.close()
        file.write_text("".join(lines))
        return file

    def _fetch(self, server: Server) -> None:
        """Measures a full fetch by a person with an archive."""
        client, (_, token) = Client(server.port), self._loads.sent.first(PEOPLE[ARCHIVED])
        begun = time.monotonic()
        _, self.found.pages, self.found.items = _fetched(client, token)
        self.found.fetches.append(time.monotonic() - begun)
        client.close()

    def _comment(self, server: Server) -> None:
        """Creates the configured number of comments by others."""
        wanted, made = COMMENTS * min(1, float(self._place.settings.scale)), 0.0
        say(f"{wanted:,.0f} comments")
        self._loads.length = 10
        while made < wanted:
            made += self._loads.ask(server, "comment").rate * self._loads.length


def _wait_until_calm(server: Server, end: float) -> None:
    """Waits until all clients wait in their second long poll. The first 2,000 responses take some seconds, which aren't measured."""
    spent, before = processor.own(server.pid), 0.0
    while spent - before > 0.1:
        if time.monotonic() > end:
            raise Failure("The server stays busy although its clients only wait.")
        time.sleep(1)
        spent, before = processor.own(server.pid), spent


def _fetched(client: Client, token: str) -> tuple[str, int, int]:
    """Fetches everything that a person sees. Returns the cursor, the number of pages, and the number of items."""
    since, pages, items = "", 0, 0
    while True:
        answer = client.ask("GET", f"/v1/changes?limit={LIMIT}{since}", token).json()
        pages, items = pages + 1, items + len(answer["rooms"]["items"]) + len(answer["comments"]["items"])
        if not answer["more"]:
            return answer["next"], pages, items
        since = f"&since={answer['next']}"


def _sections(found: Found, settings: Settings) -> Sections:
    comments = COMMENTS * min(1, float(settings.scale))
    waits = found.waits
    return [
        ("polls that find nothing", [
            _row("dashboards/s of 60 active rooms", found.rates("dashboard")),
            _row("polls/s by the same people", found.rates(BUSY)),
            _row("  dashboards / polls", found.ratios("dashboard", BUSY), 2, Target(2.0, 1.0)),
            _row("polls/s with 60 active rooms, none archived", found.rates(NONE)),
            _row("  with 6,000 archived", found.rates(ARCHIVED)),
            _row("  without / with", found.ratios(NONE, ARCHIVED), 2, Target(1.1, 1.0)),
            _row(f"polls/s after {comments:,.0f} comments of others", found.rates(NONE + " now")),
            _row("  since before them", found.rates(SINCE)),
            _row("  after / since before", found.ratios(NONE + " now", SINCE), 2, Target(1.1, 1.0)),
        ]),
        (f"a full fetch of 60 active rooms and 6,000 archived, {LIMIT} a page", [
            _row("seconds", found.fetches, 2, Target(3, 1)),
            _row("  pages", [found.pages]),
            _row("  rooms and comments", [found.items]),
        ]),
        (f"{WAITING:,} clients that wait, beside {OTHERS} that ask for rooms without pause", [
            _row("p99 ms of the others without them", [waits["alone"]], 1),
            _row("  with them", [waits["among"]], 1),
            _row("  with / without", [divided(waits["among"], waits["alone"])], 2, Target(2.0, 1.2)),
            _row("memory of the server, more (MB)", [waits["memory"]], 1, Target(40, 20)),
            _row("transactions that stay open", [waits["held"]], 0, Target(0.5, 0)),
            _row("waits answered", [waits["answers"]]),
            _row("  the first after, seconds", [waits["shortest"]], 1),
        ]),
        ("a store of 10,000 items", [_row(text, [each[name] for each in found.store], 1) for name, text in STORE.items()]),
    ]


def _row(name: str, values: list[float], digits: int = 0, target: Target | None = None) -> Row:
    return Row(name, {"server": values}, digits, target, spread=len(values) > 1 and digits > 1)
