"""bin/bench play: starting plays and saving their moves, compared with PostgreSQL alone; and the cost of the game itself."""

import dataclasses
import shutil

from area import CALLER, Area
from area_bench import AreaBench, Plan
from figures import Measured, Row, Sections, Target, against_pgbench, latencies, memory_used, processors, row_security
from program import Program, companion
from report import Result, report
from settings import Settings
from workplace import Workplace, workplace

from tools import system
from tools.failure import say
from tools.system import ROOT

#: The kinds that are compared with pgbench.
KINDS = ("start", "moves")

#: The body that adds a second word, sadism, to a play. Every play has the first word, tirade.
_MOVES = '{"from": 1, "moves": [{"at": 18250, "faces": [49, 79, 80, 78, 71, 69]}]}'
# More plays than any load uses up. Each occurs once, and far from the previous one.
_FAR = """
    FROM bench.size, generate_series(0, least(pool, 60000) - 1) AS i, LATERAL (SELECT i * 7919 % pool AS n) AS far,
        LATERAL (SELECT 1 + n % people AS person, n / people AS day) AS p
    ORDER BY i"""
_CHOICE = r"""\set serial :serial + 16
\set fresh :serial + :client_id
\set n mod(mod(:fresh, :pool) * 7919, :pool)
\set person 1 + mod(:n, :people)
\set day :n / :people
"""

AREA = Area(
    filling="play.sql",
    kinds=KINDS,
    alone=(),
    queries={
        "start": f"""
            SELECT '/v1/challenges/' || bench.challenge(bench.home(person), day, 'timed') || '/play', bench.token(person) {_FAR}""",
        "moves": f"SELECT '/v1/plays/' || bench.play(n) || '/moves', bench.token(person) {_FAR}",
    },
    methods={"start": "PUT", "moves": "POST"},
    bodies={"moves": _MOVES},
    sizes=("people", "pool"),
    ids=CALLER | {
        "challenge": "(SELECT bench.challenge(:tenant, :day, 'timed'))",
        "play": "(SELECT bench.play(:n))",
    },
    samples="""
        SELECT kind, bench.tenant(1), bench.person(1), digest,
            CASE kind WHEN 'start' THEN bench.challenge(1, 0, 'timed')::text ELSE '-' END,
            CASE kind WHEN 'moves' THEN bench.play(0)::text ELSE '-' END
        FROM bench.digests, unnest(ARRAY['start', 'moves']) AS kind WHERE person = 1""",
    fresh="(SELECT bench.started(:fresh))",
    choices={kind: _CHOICE for kind in KINDS},
    # Only a play that a request has started has no move. All others have one.
    undoing={
        "start": "SET session_replication_role = replica; DELETE FROM plays WHERE moves = '[]'; DELETE FROM notifications;",
        "moves": """
            SET session_replication_role = replica;
            DELETE FROM played_words WHERE number > 0;
            UPDATE plays SET moves = moves - 1, score = 144, word_count = 1, best_word = 'tirade', best_score = 144,
                reached_at = started_at + interval '9 seconds', best_reached_at = started_at + interval '9 seconds'
            WHERE word_count > 1;
            TRUNCATE score_counts, board_entries;
            INSERT INTO score_counts TABLE bench.score_counts;
            INSERT INTO board_entries (tenant_id, user_id, mode, period, whole, first_day, last_day, score, reached_at, days, best_word,
                best_score, best_reached_at)
            TABLE bench.board_entries;
            DELETE FROM notifications;""",
    },
    touched=("plays", "played_words", "score_counts", "board_entries", "notifications"),
)

NAMES = {"start": "play started", "moves": "word saved"}
AGAINST_PGBENCH = {kind: Target(0.70, 0.80) for kind in NAMES}
LIST, VECTORS = ROOT / "words" / "en.txt", ROOT / "Tests" / "Play" / "play_vectors.json"
#: The figures that `play-measure` prints, by their names.
GAME = {
    "look-up-allocations": ("allocations of 1,000,000 look-ups", 0, Target(0.5, 0)),
    "look-up-microseconds": ("µs of a processor for a look-up", 2, None),
    "verify-microseconds": ("µs of a processor for verifying a play of 13 words", 1, Target(100, 50)),
    "puzzle-microseconds": ("µs of a processor for making a puzzle", 1, Target(100, 50)),
    "list-milliseconds": ("ms of a processor for reading the list", 1, Target(30, 15)),
}
SERVER = ("MB that the server grows by a list", 2, Target(4, 2))


@dataclasses.dataclass(frozen=True)
class Alone:
    """The figures of the game without a server, for each round; and the memory that a word list adds to a server."""

    figures: list[dict[str, float]]
    growth: list[float]


def measure(settings: Settings) -> Result:
    """Runs the whole measurement, from filling the database to the figures."""
    with workplace(settings) as place:
        program = companion(place.program, "play-measure", place.processes)
        place.fill(AREA.filling)
        bench = AreaBench(place, AREA)
        scripts = bench.copied()
        plans = [Plan(kind, kind, NAMES[kind], {"person": 1, "n": 0, "day": 0}) for kind in KINDS]
        rounds, memory = bench.measured(scripts, plans)
        measured = Measured([each.name for each in place.programs], rounds.results, memory)
        say("Measuring the game alone.")
        alone = Alone([place.printed(GAME, program, LIST, VECTORS) for _ in range(settings.rounds)], [_growth(place) for _ in range(settings.rounds)])
        text = report(measured.names, _sections(measured, alone), bench.title(rounds.others), plans, place.work)
        return Result("play", text)


def _growth(place: Workplace) -> float:
    """The memory that a server needs for one more word list: the English one, as another language's."""
    folder = place.work / "words"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    first, rest = LIST.read_text(encoding="utf-8").split("\n", 1)
    (folder / "xx.txt").write_text(f"{first.rpartition(' ')[0]} xx\n{rest}", encoding="utf-8")
    return _memory(place, place.program, {"WORDS_DIR": str(folder)}) - _memory(place, place.program, {})


def _memory(place: Workplace, program: Program, environment: dict[str, str]) -> float:
    server = place.serve(program, environment)
    memory = system.memory(server.pid, "VmRSS")
    server.stop()
    return memory


def _sections(measured: Measured, alone: Alone) -> Sections:
    def shown(values: list[float], title: str, digits: int, target: Target | None) -> Row:
        return Row(title, measured.each(lambda _: values), digits, target, spread=True)

    return [
        ("the same statements by pgbench", against_pgbench(measured, NAMES, AGAINST_PGBENCH)),
        ("64 clients", latencies(measured, NAMES)),
        ("µs of a processor a request", processors(measured, NAMES)),
        ("ratios of requests/s", row_security(measured, NAMES)),
        ("the game itself", [
            *(shown([each[name] for each in alone.figures], *row) for name, row in GAME.items()), shown(alone.growth, *SERVER)]),
        ("the server itself", memory_used(measured)),
    ]
