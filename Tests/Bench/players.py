"""bin/bench players: the cost of histories, results and boards with very many players, after 30 days and after 300."""

import dataclasses
import itertools
import re
import statistics

import statements
from area import CALLER, Area
from database import COPY, FOLDER
from figures import Row, Sections, Target, divided
from report import Result, pages, result
from requests_sent import RequestsSent, distant
from settings import Settings
from workplace import Workplace, workplace

from tools.client import Client
from tools.failure import say

#: The number of days for which people have played, and the number of people at scale 1.
DAYS = (30, 300)
PEOPLE = 100_000
#: The number of result pages before the later one.
LATER = 40
#: The largest accepted ratio of the cost after ten times the days.
LONGER = Target(1.3, 1.0)

#: The callers: the first person has played every day, and the second is last in every ranking.
FIRST, LAST = 1, 51
_RESULTS = "/v1/challenges/' || bench.daily('timed', 1) || '/results?limit=50"
_BOARD = "/v1/boards?mode=timed&period=all&limit=50"
#: For each kind: its title, its path, the caller, and the most milliseconds that PostgreSQL may take.
KINDS = {
    "history": ("history of 20 days", "/v1/challenges?kind=daily&limit=40", FIRST, Target(20, 10)),
    "results": ("page of 50 results", _RESULTS, FIRST, Target(5, 2.5)),
    "results-later": (f"  page {LATER + 1} of them", _RESULTS, FIRST, Target(5, 2.5)),
    "results-around": ("  around the last of them", f"{_RESULTS}&around=me", LAST, Target(5, 2.5)),
    "board": ("page of 50 of a board", _BOARD, FIRST, Target(5, 2.5)),
    "board-around": ("  around the last of it", f"{_BOARD}&around=me", LAST, Target(60, 30)),
}

AREA = Area(
    filling="players.sql",
    kinds=(),
    alone=(),
    explained=tuple(KINDS),
    queries={kind: f"SELECT '{path}', bench.token({person})" for kind, (_, path, person, _) in KINDS.items()},
    sizes=("people", "days"),
    ids=CALLER,
    samples=" UNION ALL ".join(
        f"SELECT '{kind}', bench.tenant(1), bench.person(person), digest FROM bench.digests WHERE person = {person}"
        for kind, (_, _, person, _) in KINDS.items()),
    fresh="",
    choices={},
)


@dataclasses.dataclass
class Cost:
    """The pages and milliseconds of a kind's statements that read the response: a value for each round."""

    pages: list[float] = dataclasses.field(default_factory=list)
    milliseconds: list[float] = dataclasses.field(default_factory=list)


#: The costs by days and kind.
Costs = dict[tuple[int, str], Cost]


def measure(settings: Settings) -> Result:
    """Runs the whole measurement, from filling the databases to the figures."""
    people = max(1_000, int(PEOPLE * float(settings.scale)))
    costs: Costs = {}
    with workplace(settings) as place:
        scripts = {}
        for days in DAYS:
            say(f"Filling a database: {people:,} people who have played for {days} days.")
            place.database.make(COPY)
            place.postgres.psql(
                "-v", f"people={people}", "-v", f"days={days}", "-f", FOLDER / AREA.filling, database=COPY, timeout=3600)
            place.postgres.psql("-c", "VACUUM (FREEZE, ANALYZE)", database=COPY)
            scripts[days] = _scripts(place, days)
            place.postgres.psql("-c", f"DROP DATABASE IF EXISTS {_named(days)}", "-c", f"ALTER DATABASE {COPY} RENAME TO {_named(days)}")
        # Alternate, so that other activity on the machine affects both. Round 0 reads the pages into memory.
        for number in range(settings.rounds + 1):
            for days, kind in itertools.product(DAYS, KINDS):
                file, script = place.work / f"{kind}.explain", scripts[days][kind]
                statements.explain(script, place.postgres, {"person": KINDS[kind][2]}, file, _named(days))
                if number:
                    _note(costs.setdefault((days, kind), Cost()), script, file.read_text())
        for days in DAYS:
            place.postgres.psql("-c", f"DROP DATABASE {_named(days)}")
        title = place.title(f"{people:,} people who play, {settings.rounds} rounds.")
    name = place.program.name
    return result("players", title, _sections(costs, name), [name])


def _named(days: int) -> str:
    """The name of the database with this number of days."""
    return f"players_{days}"


def _scripts(place: Workplace, days: int) -> dict[str, statements.Script]:
    """Copies the statements that the server sends for each kind. Later, separate sessions explain them repeatedly."""
    sent = RequestsSent(AREA, place.postgres, place.work)
    with statements.logged(place.postgres):
        server = place.serve(place.program)
        client, (first, token) = Client(server.port), sent.first("results")
        sent.write("results-later", [(distant(client, first, token, LATER + 1), token)])
        client.close()
        scripts = statements.copy(server, sent, place.postgres, place.work / f"{place.program.name}-{days}")
        server.stop()
    for script in scripts.values():
        # EXPLAIN doesn't time each row, because reading the clock for 100,000 rows takes longer than reading the rows.
        script.explaining.write_text(script.explaining.read_text().replace("(ANALYZE, BUFFERS)", "(ANALYZE, BUFFERS, TIMING OFF)"))
    return scripts


def _note(cost: Cost, script: statements.Script, explained: str) -> None:
    """Records the cost of all statements but those that select the tenant and the caller."""
    took = [float(time) for time in re.findall(r"Execution Time: ([\d.]+) ms", explained)]
    found = [
        (count, time) for text, count, time in zip(script.explained, pages(explained), took, strict=True) if re.search(r"\bFROM \w", text)]
    cost.pages.append(sum(count for count, _ in found))
    cost.milliseconds.append(sum(time for _, time in found))


def _sections(costs: Costs, name: str) -> Sections:
    less, more = DAYS

    def values(kind: str, days: int, field: str) -> list[float]:
        return getattr(costs[days, kind], field)

    def figures(field: str, digits: int) -> list[Row]:
        return [row for kind, (title, _, _, target) in KINDS.items() for row in (
            Row(f"{title}, {less} days", {name: values(kind, less, field)}, digits, target if field == "milliseconds" else None),
            Row(f"{title}, {more} days", {name: values(kind, more, field)}, digits, target if field == "milliseconds" else None),
            Row(f"{title}, {more} days / {less}", {name: [divided(
                statistics.median(values(kind, more, field)), statistics.median(values(kind, less, field)))]}, 2, LONGER))]

    return [("ms of PostgreSQL", figures("milliseconds", 2)), ("pages that are read", figures("pages", 0))]
