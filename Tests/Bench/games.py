"""bin/bench play: starting plays and saving their moves, beside PostgreSQL alone; and the cost of the game itself."""

import dataclasses
import pathlib
import shutil
import statistics

import playing
import processor
from area_bench import AreaBench, Plan
from failure import Failure, say
from figures import Measured, Row, Sections, Target
from page import Result
from program import ROOT, Program, companion
from report import report
from settings import Settings
from shown_kinds import against_pgbench, latencies, processors, row_security
from workplace import Workplace, workplace

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
        place.fill(playing.AREA.filling)
        bench = AreaBench(place, playing.AREA)
        scripts = bench.copied()
        plans = [Plan(kind, kind, NAMES[kind], {"person": 1, "n": 0, "day": 0}) for kind in playing.KINDS]
        rounds, memory = bench.measured(scripts, plans)
        measured = Measured([each.name for each in place.programs], rounds.results, memory)
        say("Measuring the game alone.")
        alone = Alone([_game(place, program) for _ in range(settings.rounds)], [_growth(place) for _ in range(settings.rounds)])
        text = report(measured.names, _sections(measured, alone), bench.title(rounds.others), plans, place.work)
        measured.expect_none_failed(text)
        return Result("play", text)


def _game(place: Workplace, program: pathlib.Path) -> dict[str, float]:
    printed = place.processes.run([program, LIST, VECTORS], timeout=300).stdout
    found = {name: float(value) for name, value in (line.split() for line in printed.splitlines())}
    if missing := GAME.keys() - found.keys():
        raise Failure(f"{program} prints nothing for {', '.join(sorted(missing))}.")
    return found


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
    memory = processor.memory(server.pid, "VmRSS")
    server.stop()
    return memory


def _sections(measured: Measured, alone: Alone) -> Sections:
    def shown(values: list[float], title: str, digits: int, target: Target | None) -> Row:
        return Row(title, measured.each(lambda _: values), digits, target, spread=True)

    memory = measured.each(lambda name: [statistics.median(measured.memory[name][2:])])
    return [
        ("the same statements by pgbench", against_pgbench(measured, NAMES, AGAINST_PGBENCH)),
        ("64 clients", latencies(measured, NAMES)),
        ("µs of a processor a request", processors(measured, NAMES)),
        ("ratios of requests/s", row_security(measured, NAMES)),
        ("the game itself", [
            *(shown([each[name] for each in alone.figures], *row) for name, row in GAME.items()), shown(alone.growth, *SERVER)]),
        ("the server itself", [Row("memory at most (MB)", memory)]),
    ]
