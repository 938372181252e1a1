"""bin/bench push --due: how many due notifications a second one worker sends, compared with its HTTP/2 client to Apple alone."""

import base64
import concurrent.futures
import dataclasses
import os
import pathlib
import time

import processor
from database import COPY, PUSHING
from figures import Target, divided, rows_of
from postgres import OWNER
from program import companion
from report import Result, result
from settings import Settings
from workplace import Workplace, workplace

from tools.client import Client
from tools.failure import Failure, gist, say
from tools.stand_in import Apple
from tools.waiting import wait

PEOPLE = 2000
#: The members of a room besides its host. Each gets a notification when the host makes the room, and one when the host has watched.
#: The number of pushes per person stays below the hourly cap.
OTHERS = 5
OF_A_ROOM = 2 * OTHERS
TENANT, TOPIC = "sofa", "org.example.sofa"
FILLED = "outbox"
#: The number of clients that make rooms. More clients would only wait for one another.
CLIENTS = 4


class Outbox:
    """A database with notifications that aren't due yet."""

    def __init__(self, place: Workplace, count: int) -> None:
        self._place = place
        self._postgres = place.postgres
        self._count = count
        self._rooms = -(-count // OF_A_ROOM)
        self.people = max(PEOPLE, self._rooms)
        #: The setting for the pushing programs: the master key that encrypts the push keys.
        self.sealing = {"MASTER_KEY": base64.b64encode(os.urandom(32)).decode()}

    def fill(self) -> None:
        """Creates the people with SQL, the push key on the command line, and the notifications by requests to the server."""
        say(f"Making {self._count:,} notifications, which takes some seconds.")
        self._place.database.make(FILLED)
        self._postgres.psql("-v", f"people={self.people}", "-f", pathlib.Path(__file__).with_name("outbox.sql"), database=FILLED)
        self._set_key()
        self._place.database.copy(FILLED)
        server = self._place.serve(self._place.program)
        self._make_rooms(server.port)
        server.stop()
        self._keep_exactly()
        # Each round gets a copy of this database.
        self._postgres.psql("-c", f"DROP DATABASE {FILLED}")
        self._postgres.psql("-c", f"ALTER DATABASE {COPY} RENAME TO {FILLED}")
        self._postgres.psql("-c", "VACUUM (ANALYZE)", database=FILLED)

    def make_due(self) -> None:
        """Makes a new copy, in which all notifications become due at one moment. A worker has enough time to start before that."""
        self._place.database.copy(FILLED)
        self._postgres.psql(
            "-c", f"UPDATE notifications SET due_at = now() + interval '{self._count / 5000 + 2} seconds'", "-c", "CHECKPOINT", database=COPY)

    def wait_until_told(self, until: float) -> None:
        """Waits until every notification is sent. Fails if that takes until this time of the monotonic clock."""
        unfinished = "SELECT 1 FROM notifications WHERE finished_at IS NULL LIMIT 1"
        wait("the worker has sent everything", lambda: not self._postgres.rows(unfinished), until - time.monotonic(), pause=0.25)

    def check_told(self) -> float:
        """Returns the seconds from due to sent. Fails if any notification wasn't sent."""
        [[sent, all_of_them, seconds]] = self._postgres.rows(
            "SELECT count(*) FILTER (WHERE state = 'sent'), count(*), coalesce(extract(epoch FROM max(finished_at) - min(due_at)), 0) "
            "FROM notifications")
        if int(sent) != self._count or int(all_of_them) != self._count:
            raise Failure(f"Of {self._count} notifications {sent} were sent.")
        return float(seconds)

    def _set_key(self) -> None:
        key = self._place.work / "key.p8"
        self._place.processes.run(["openssl", "genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", key])
        self._place.processes.run(
            [self._place.program.path, "push", "key", "set", "--tenant", TENANT, "--team", "ABCDE12345", "--key-id", "FGHIJ67890",
             "--topic", TOPIC, "--environment", "production", "--p8", key],
            environment={"MIGRATION_DATABASE_URL": self._postgres.url(OWNER, FILLED), **self.sealing})

    def _make_rooms(self, port: int) -> None:
        """Lets each person create one room with the next five people, and mark it as watched."""
        rows = self._postgres.rows(
            f"SELECT bench.person(bench.number(n)), bench.token(bench.number(n)) FROM generate_series(0, {self.people - 1}) AS n")
        people = [(person, token) for person, token in rows]

        def make(first: int) -> None:
            client = Client(port)
            for place in range(first, self._rooms, CLIENTS):
                others = [people[(place + stride) % len(people)][0] for stride in range(1, OTHERS + 1)]
                room = {"subject": {"kind": "custom", "title": f"Evening {place}"}, "memberIDs": others}
                made = client.ask("POST", "/v1/rooms", people[place][1], room).json()
                client.ask("PUT", f"/v1/rooms/{made['id']}/watched", people[place][1], {})
            client.close()

        with concurrent.futures.ThreadPoolExecutor(CLIENTS) as pool:
            list(pool.map(make, range(CLIENTS)))

    def _keep_exactly(self) -> None:
        """Deletes the surplus notifications of the last room."""
        self._postgres.psql(
            "-c", "DELETE FROM notifications WHERE (tenant_id, id) IN "
            f"(SELECT tenant_id, id FROM notifications ORDER BY created_at, id OFFSET {self._count})", database=COPY)
        [[made]] = self._postgres.rows("SELECT count(*) FROM notifications")
        if int(made) != self._count:
            raise Failure(f"{self._rooms} rooms made {made} notifications, and not {self._count}.")


RATE = Target(5000, 10_000)


@dataclasses.dataclass(frozen=True)
class Drained:
    """One round: notifications a second, pushes a second by the HTTP/2 client alone, commits, and seconds of processor time."""

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
        program = settings.stand_in or companion(place.program, "push-stand-in", place.processes)
        outbox = Outbox(place, settings.due)
        outbox.fill()
        rounds = []
        for number in range(1, settings.rounds + 1):
            # Start a new stand-in each round. Each copy of the database makes a new provider token, and Apple refuses a third one within
            # 20 minutes.
            apple = Apple(place.processes, program, place.work / f"apple-{number}", "--quiet")
            rounds.append(_round(place, outbox, worker, apple))
            say(f"Round {number}: {rounds[-1].rate:.0f} notifications/s, {rounds[-1].alone:.0f} pushes/s by the protocol alone")
        return _result(place, outbox.people, rounds)


def _round(place: Workplace, outbox: Outbox, worker: pathlib.Path, stand_in: Apple) -> Drained:
    count = place.settings.due
    alone = stand_in.protocol_alone(place.settings.seconds)
    outbox.make_due()
    environment = {
        "PUSH_DATABASE_URL": place.postgres.url(PUSHING, COPY), "APNS_PRODUCTION_URL": stand_in.url, "APNS_CA_FILE": str(stand_in.authority),
        "LOG_LEVEL": "info", **outbox.sealing}
    taken, commits, before = stand_in.taken(), _commits(place), _times(place, stand_in)
    watching = place.processes.start([worker, "--watch"], log=place.work / "davenport-push", environment=environment)
    until = time.monotonic() + 600
    # Query the database only at the end, because a query would use processor time that is being measured.
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


def _times(place: Workplace, stand_in: Apple) -> tuple[float, float]:
    return processor.own(stand_in.pid), processor.family(place.postgres.pid)


def _commits(place: Workplace) -> int:
    """The number of transactions that ended sessions have committed on the copy so far."""
    [[commits]] = place.postgres.rows(f"SELECT xact_commit FROM pg_stat_database WHERE datname = '{COPY}'")
    return int(commits)


def _result(place: Workplace, people: int, rounds: list[Drained]) -> Result:
    name, count = place.program.name, place.settings.due
    row = rows_of(name)

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
    return result("due", title, sections, [name])
