"""bin/bench: rooms and dashboards of a large community, beside PostgreSQL alone."""

import dataclasses
import statistics
from collections.abc import Callable

from area_bench import AreaBench, Plan
from figures import (
    IDLE_MEMORY, LOADED_MEMORY, Measured, Row, Sections, Target, against_pgbench, divided, latencies, memory_used, processors, row_security)
from loads import Figures, Loads
from report import Result, report
from rooms import AREA, KINDS, POLL
from settings import Settings
from workplace import Workplace, workplace

from tools import system
from tools.failure import say

STARTS = 5
CONNECTIONS = 1000
#: The crowd's load is longer, because so many clients need some seconds to connect.
LEAST_SECONDS = 5


@dataclasses.dataclass(frozen=True)
class Crowded:
    """The figures of one load by the crowd."""

    figures: Figures
    #: The server's memory in MB while all were connected.
    memory: float


class Crowd:
    """Lets a crowd of clients request rooms from each program. Each run starts a new server, so that its memory shows only this load."""

    def __init__(self, place: Workplace, loads: Loads) -> None:
        self._place = place
        self._loads = loads

    def measure(self) -> dict[str, list[Crowded]]:
        """Runs the rounds, with each program in turn."""
        system.allow_files(CONNECTIONS)
        settings = self._place.settings
        self._loads.length = max(LEAST_SECONDS, settings.seconds)
        say(f"Measuring: {CONNECTIONS:,} connections, {settings.rounds} rounds of {self._loads.length} s.")
        results: dict[str, list[Crowded]] = {program.name: [] for program in self._place.programs}
        for _ in range(settings.rounds):
            for program in self._place.programs:
                server = self._place.serve(program)
                figures = self._loads.ask(server, "room", clients=CONNECTIONS, may_fail=True)
                results[program.name].append(Crowded(figures, system.memory(server.pid, "VmHWM")))
                server.stop()
        return results


def measure(settings: Settings) -> Result:
    """Runs the whole measurement, from filling the database to the figures."""
    with workplace(settings) as place:
        place.fill()
        return Community(place).measure()


class Community:
    """The programs on the filled database."""

    def __init__(self, place: Workplace) -> None:
        self._place = place
        self._bench = AreaBench(place, AREA)

    def measure(self) -> Result:
        """Copies the statements, measures the starts and the rounds, and reports them."""
        # Do this first, because it takes a short time and fails if the older program doesn't work on the newer schema.
        scripts = self._bench.copied()
        starts = self._starts()
        plans = self._plans()
        rounds, memory = self._bench.measured(scripts, plans)
        crowd = Crowd(self._place, self._bench.loads).measure()
        measured = Measured([program.name for program in self._place.programs], rounds.results, memory)
        tables = {"layers": layer_table(measured), "capacity": capacity_table(measured)}
        text = report(measured.names, sections(measured, starts, crowd), self._bench.title(rounds.others), plans, self._place.work)
        return Result("community", text, tables)

    def _starts(self) -> dict[str, list[float]]:
        took: dict[str, list[float]] = {program.name: [] for program in self._place.programs}
        for _ in range(STARTS):
            for program in self._place.programs:
                server = self._place.serve(program)
                took[program.name].append(server.took)
                server.stop()
        return took

    def _plans(self) -> list[Plan]:
        """The plans of the measured requests, and of the dashboards of a person without archived rooms and of one with 6,000."""
        size = self._bench.sent.size
        # The callers are the hosts of the rooms 5 and 1.
        return [
            Plan("room", "room", NAMES["room"], {"person": size["specials"] + 5, "room": 5}),
            Plan("none", "dashboard", "dashboard of 60 active rooms, none archived", {"person": size["twins"]}),
            Plan("archived", "dashboard", "dashboard of 60 active rooms, 6,000 archived", {"person": size["busy"] + size["twins"]}),
            Plan("comment", "comment", NAMES["comment"], {"person": size["specials"] + 1, "room": 1}),
        ]


NAMES = {"room": "room with 40 comments", "dashboard": "dashboard of 60 active rooms", "comment": "comment created"}
AGAINST_PGBENCH = {"room": Target(0.55, 0.62), "dashboard": Target(0.78, 0.84), "comment": Target(0.70, 0.78)}
ARCHIVED = Target(1.1, 1.0)
START = Target(110, 65)


def sections(measured: Measured, starts: dict[str, list[float]], crowd: dict[str, list[Crowded]]) -> Sections:
    """All figures, with their titles."""
    return [
        ("the same statements by pgbench", against_pgbench(measured, NAMES, AGAINST_PGBENCH)),
        ("64 clients", latencies(measured, NAMES)),
        ("µs of a processor a request", processors(measured, NAMES)),
        ("a dashboard that has not changed (304) / the same in full", _poll(measured)),
        (f"{CONNECTIONS:,} connections", _crowd(measured, crowd)),
        ("ratios of requests/s", _costs(measured)),
        ("the server itself", _server(measured, starts)),
    ]


def _poll(measured: Measured) -> list[Row]:
    """The figures of conditional requests. The server reads and digests the dashboard as for a full response, but doesn't send it."""

    def beside_full(field: str) -> dict[str, list[float]]:
        """Returns the ratio within each round. For a figure that should be small, it is the share of the full response's figure."""
        return measured.each(lambda name: [
            divided(getattr(poll, field), getattr(full, field))
            for poll, full in zip(measured.results["server", POLL, name], measured.results["server", "dashboard", name], strict=True)])

    fields = (("requests/s", "rate", 0), ("p50 ms", "p50", 1), ("p99 ms", "p99", 1), ("µs of the server", "server", 0),
              ("µs of PostgreSQL", "postgres", 0))
    return [row for name, field, digits in fields for row in (
        Row(name, measured.field("server", POLL, field), digits), Row("  ratio", beside_full(field), 2, spread=True))]


def _crowd(measured: Measured, crowd: dict[str, list[Crowded]]) -> list[Row]:
    def of_each(value: Callable[[Crowded], float]) -> dict[str, list[float]]:
        return measured.each(lambda name: [value(crowded) for crowded in crowd[name]])

    return [
        Row(f"{NAMES['room']}: requests/s", of_each(lambda crowded: crowded.figures.rate)),
        Row("  p50 ms", of_each(lambda crowded: crowded.figures.p50), 1),
        Row("  p99 ms", of_each(lambda crowded: crowded.figures.p99), 1),
        Row("  p99/p50", of_each(lambda crowded: divided(crowded.figures.p99, crowded.figures.p50)), 1),
        Row("  requests that failed", of_each(lambda crowded: crowded.figures.failed)),
        Row("  memory of the server at most (MB)", of_each(lambda crowded: crowded.memory)),
    ]


def _costs(measured: Measured) -> list[Row]:
    archived = measured.ratios(("server", "none"), ("server", "archived"))
    return [
        # A ratio of times is the inverse ratio of rates.
        Row("dashboard with 6,000 archived rooms / with none (time)", archived, 2, ARCHIVED, spread=True),
        *row_security(measured, NAMES),
    ]


def _server(measured: Measured, starts: dict[str, list[float]]) -> list[Row]:
    return [*memory_used(measured, IDLE_MEMORY, LOADED_MEMORY), Row("start to ready (ms)", starts, 0, START)]


HEAD = ["", *(NAMES[kind] for kind in KINDS)]


def layer_table(measured: Measured) -> str:
    """The table, with a column for each kind of request, for the newest program."""
    name = measured.names[-1]

    def median(what: str, kind: str, field: str) -> float:
        return statistics.median(measured.field(what, kind, field)[name])

    columns = {kind: {
        "PostgreSQL, the same statements sent by pgbench": median("ceiling", kind, "postgres"),
        "PostgreSQL, under the server": median("server", kind, "postgres"),
        "of that, row security": median("server", kind, "postgres") - median("unbound", kind, "postgres"),
        "the server": median("server", kind, "server"),
        "the client (wrk)": median("server", kind, "load"),
    } for kind in KINDS}
    together = {kind: layer["PostgreSQL, under the server"] + layer["the server"] for kind, layer in columns.items()}
    rows = [[layer, *(f"{columns[kind][layer]:.0f}" for kind in KINDS)] for layer in columns[KINDS[0]]]
    rows.append(["**server and PostgreSQL**", *(f"**{together[kind]:.0f}**" for kind in KINDS)])
    lines = [HEAD, ["---", *("---:" for _ in KINDS)], *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


PROCESSORS = (2, 8, 32)
#: The number of requests that an active person sends in the busiest hour, by kind.
ASKED = {"dashboard": 3, POLL: 9, "room": 6, "comment": 2}
#: The number of active people in a community's busiest hour, and the share of the processors that requests may take.
ACTIVE, SHARE = 20, 0.5
HOUR = 3600


def capacity_table(measured: Measured) -> str:
    """The table for the newest program's costs, with the server and PostgreSQL on one machine."""
    name = measured.names[-1]

    def cost(kind: str) -> float:
        return sum(statistics.median(measured.field("server", kind, field)[name]) for field in ("server", "postgres"))

    costs = {kind: cost(kind) for kind in ASKED}
    hourly = sum(count * costs[kind] for kind, count in ASKED.items())
    terms = " + ".join(f"{count} × {costs[kind]:.0f}" for kind, count in ASKED.items())
    lines = [
        f"An active person costs {terms} = {hourly:,.0f} µs of a processor in the busiest hour.", "",
        "| processors | µs for requests in an hour | active people | communities | requests/s |", "|---:|---:|---:|---:|---:|"]
    for count in PROCESSORS:
        available = count * SHARE * HOUR * 1e6
        people = available / hourly
        lines.append(
            f"| {count} | {available:,.0f} | {_round(people)} | {_round(people / ACTIVE)} | {_round(people * sum(ASKED.values()) / HOUR)} |")
    return "\n".join(lines)


def _round(value: float) -> str:
    """Rounds to two digits, because more would suggest a precision that the figures don't have."""
    return f"{float(f'{value:.1e}'):,.0f}"
