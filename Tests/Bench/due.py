"""bin/bench push --due: how many notifications a second one worker sends, from the moment they are due, beside its protocol alone."""

import dataclasses
import pathlib
import time

import processor
from database import COPY, PUSHING
from failure import Failure, gist, say
from figures import Row, Target, divided
from outbox import Outbox
from page import Result
from program import companion
from report import rendered
from settings import Settings
from stand_in import StandIn
from workplace import Workplace, workplace

RATE = Target(5000, 10_000)


@dataclasses.dataclass(frozen=True)
class Drained:
    """One round: notifications a second, pushes a second by the protocol alone, commits, and seconds of processor time."""

    rate: float
    alone: float
    commits: int
    worker: float
    stand_in: float
    postgres: float


def measure(settings: Settings) -> Result:
    """Runs the whole measurement, from making the notifications to the figures."""
    with workplace(settings) as place:
        worker = companion(place.program, "davenport-push", place.processes)
        program = settings.stand_in or companion(place.program, "apns-stand-in", place.processes)
        outbox = Outbox(place, settings.due)
        outbox.fill()
        rounds = []
        for number in range(1, settings.rounds + 1):
            # A new stand-in each round: each round's copy of the database makes a new provider token, and Apple refuses a third one within
            # 20 minutes.
            folder = place.work / f"apple-{number}"
            folder.mkdir()
            rounds.append(_round(place, outbox, worker, StandIn(place.processes, program, folder)))
            say(f"Round {number}: {rounds[-1].rate:.0f} notifications/s, {rounds[-1].alone:.0f} pushes/s by the protocol alone")
        return _result(place, outbox.people, rounds)


def _round(place: Workplace, outbox: Outbox, worker: pathlib.Path, stand_in: StandIn) -> Drained:
    count = place.settings.due
    alone = stand_in.protocol_alone(place.settings.seconds)
    outbox.make_due()
    environment = {
        "PUSH_DATABASE_URL": place.postgres.url(PUSHING, COPY), "APNS_PRODUCTION_URL": stand_in.url, "APNS_CA_FILE": str(stand_in.authority),
        "LOG_LEVEL": "info", **outbox.sealing}
    taken, commits, before = stand_in.taken(), _commits(place), _times(place, stand_in)
    watching = place.processes.start([worker, "--watch"], log=place.work / "davenport-push", environment=environment)
    until = time.monotonic() + 600
    # Query the database only at the end, since each query would take processor time that is measured.
    while stand_in.taken() - taken < count and watching.poll() is None and time.monotonic() < until:
        time.sleep(0.2)
    outbox.wait_until_told(until)
    worker_time = processor.own(watching.pid)
    if status := place.processes.stop(watching):
        raise Failure(f"davenport-push ended with status {status}: {gist((place.work / 'davenport-push').read_text())}")
    place.postgres.wait_until_gone("davenport-push")
    after = _times(place, stand_in)
    seconds = outbox.check_told()
    if stand_in.taken() - taken != count:
        raise Failure(f"The stand-in was given {stand_in.taken() - taken} pushes, and not {count}.")
    return Drained(divided(count, seconds), alone, _commits(place) - commits, worker_time, after[0] - before[0], after[1] - before[1])


def _times(place: Workplace, stand_in: StandIn) -> tuple[float, float]:
    return processor.own(stand_in.pid), processor.family(place.postgres.pid)


def _commits(place: Workplace) -> int:
    """The number of transactions on the copy that ended sessions have committed so far."""
    [[commits]] = place.postgres.rows(f"SELECT xact_commit FROM pg_stat_database WHERE datname = '{COPY}'")
    return int(commits)


def _result(place: Workplace, people: int, rounds: list[Drained]) -> Result:
    name, count = place.program.name, place.settings.due

    def row(title: str, values: list[float], digits: int = 0, target: Target | None = None, spread: bool = False) -> Row:
        return Row(title, {name: values}, digits, target, spread)

    def each(field: str) -> list[float]:
        return [getattr(drained, field) for drained in rounds]

    takers = [(field.replace("_", "-"), field) for field in ("worker", "stand_in", "postgres")]
    sections = [
        ("from due to sent, one worker", [
            row("notifications/s", each("rate"), 0, RATE, spread=True),
            row("  the protocol alone: pushes/s", each("alone")),
            row("  ratio", [divided(drained.rate, drained.alone) for drained in rounds], 2, spread=True),
            row("  notifications for each transaction", [divided(count, drained.commits) for drained in rounds], 1)]),
        (f"seconds of a processor for {count:,}", [row(f"  {taker}", each(field), 1) for taker, field in takers]),
        ("µs of a processor for each", [row(f"  {taker}", [1e6 * value / count for value in each(field)]) for taker, field in takers]),
    ]
    title = place.title(f"{count:,} notifications due of {people:,} people with a device each in one tenant, {len(rounds)} rounds.")
    return Result("due", "\n\n".join(["\n".join(title), *rendered(sections, [name])]))
