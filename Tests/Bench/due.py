"""bin/bench push --due: how many due notifications a second one worker sends to Apple, browsers and Android.

Apple's are compared with the worker's HTTP/2 client alone, the others with Apple's.
"""

import base64
import concurrent.futures
import dataclasses
import json
import os
import pathlib
import ssl
import time
import urllib.request

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


@dataclasses.dataclass(frozen=True)
class Service:
    """A push service by its name, the stand-in's ledger, and the SQL that makes everybody's device one of it."""

    name: str
    ledger: str
    devices: str = ""


class Outbox:
    """A database with notifications that aren't due yet. `elsewhere` stands in for all services but Apple's."""

    def __init__(self, place: Workplace, count: int, elsewhere: Apple) -> None:
        self._place = place
        self.elsewhere = elsewhere
        self._postgres = place.postgres
        self._count = count
        self._rooms = -(-count // OF_A_ROOM)
        self.people = max(PEOPLE, self._rooms)
        #: The setting for the pushing programs: the master key that encrypts the push keys.
        self.sealing = {"MASTER_KEY": base64.b64encode(os.urandom(32)).decode()}
        #: Where the worker, and who sets its keys, find browsers and Android.
        self.addresses = {
            "FCM_URL": elsewhere.web_url, "FCM_CA_FILE": str(elsewhere.authority), "WEB_PUSH_CA_FILE": str(elsewhere.authority),
            "WEB_PUSH_CONTACT": "mailto:olga@example.org", "WEB_PUSH_HOSTS": elsewhere.web_url.removeprefix("https://")}

    def fill(self) -> None:
        """Creates the people with SQL, the push keys on the command line, and the notifications by requests to the server."""
        say(f"Making {self._count:,} notifications, which takes some seconds.")
        self._place.database.make(FILLED)
        self._postgres.psql("-v", f"people={self.people}", "-f", pathlib.Path(__file__).with_name("outbox.sql"), database=FILLED)
        self._set_keys()
        self._place.database.copy(FILLED)
        server = self._place.serve(self._place.program)
        self._make_rooms(server.port)
        server.stop()
        self._keep_exactly()
        # Each round gets a copy of this database.
        self._postgres.psql("-c", f"DROP DATABASE {FILLED}")
        self._postgres.psql("-c", f"ALTER DATABASE {COPY} RENAME TO {FILLED}")
        self._postgres.psql("-c", "VACUUM (ANALYZE)", database=FILLED)

    def services(self) -> tuple[Service, Service, Service]:
        """Apple, and what is compared with it."""
        made = self.elsewhere.web_url + "/subscriptions?key="
        trusted = ssl.create_default_context(cafile=str(self.elsewhere.authority))
        with urllib.request.urlopen(urllib.request.Request(made, method="POST"), context=trusted) as answer:
            browser = json.load(answer)
        key, secret = (f"decode('{_bytes(browser['keys'][name]).hex()}', 'hex')" for name in ("p256dh", "auth"))
        endpoint = f"'{browser['endpoint'].rpartition('/')[0]}/' || token"
        without = "UPDATE devices SET topic = NULL, environment = NULL, kind = "
        return (
            Service("Apple", "ledger.jsonl"),
            Service("browsers", "browsers.jsonl", f"{without}'web', endpoint = {endpoint}, p256dh = {key}, auth = {secret}"),
            Service("Android", "android.jsonl", f"{without}'fcm', token = 'android:' || token"))

    def make_due(self, service: Service) -> None:
        """Makes a new copy, in which all notifications become due at one moment. A worker has enough time to start before that."""
        self._place.database.copy(FILLED)
        if service.devices:
            self._postgres.psql("-c", service.devices, "-c", "VACUUM (FULL, ANALYZE) devices", database=COPY)
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

    def _set_keys(self) -> None:
        key = self._place.work / "key.p8"
        self._place.processes.run(["openssl", "genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", key])
        self._push("key", "set", "--team", "ABCDE12345", "--key-id", "FGHIJ67890", "--topic", TOPIC, "--environment", "production", "--p8", key)
        self._push("web-key", "show")
        rsa, account = self._place.work / "rsa.pem", self._place.work / "service-account.json"
        self._place.processes.run(["openssl", "genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048", "-out", rsa])
        account.write_text(json.dumps({
            "type": "service_account", "project_id": "sofa-1a2b3", "private_key_id": "0" * 40, "private_key": rsa.read_text(),
            "client_email": "sofa@sofa-1a2b3.iam.gserviceaccount.com", "token_uri": self.elsewhere.web_url + "/token"}))
        self._push("fcm-key", "set", "--file", account)

    def _push(self, kind: str, command: str, *options: str | pathlib.Path) -> None:
        """Runs a command for push keys."""
        self._place.processes.run(
            [self._place.program.path, "push", kind, command, "--tenant", TENANT, *options],
            environment={"MIGRATION_DATABASE_URL": self._postgres.url(OWNER, FILLED), **self.sealing, **self.addresses})

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
        outbox = Outbox(place, settings.due, Apple(place.processes, program, place.work / "elsewhere", "--quiet"))
        outbox.fill()
        services = outbox.services()
        rounds = []
        for number in range(1, settings.rounds + 1):
            # Start a new stand-in each round. Each copy of the database makes a new provider token, and Apple refuses a third one within
            # 20 minutes.
            apple = Apple(place.processes, program, place.work / f"apple-{number}", "--quiet")
            alone = apple.protocol_alone(settings.seconds)
            rounds.append([_drained(place, outbox, worker, apple, service, alone) for service in services])
            say(f"Round {number}: {', '.join(f'{one.rate:.0f}/s to {to.name}' for one, to in zip(rounds[-1], services, strict=True))}, "
                f"{alone} pushes/s by the protocol alone")
        return _result(place, outbox.people, services, rounds)


def _bytes(text: str) -> bytes:
    """Decodes base64url without padding."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _drained(place: Workplace, outbox: Outbox, worker: pathlib.Path, apple: Apple, service: Service, alone: float) -> Drained:
    """Lets one worker send all notifications to one service."""
    count = place.settings.due
    stand_in = outbox.elsewhere if service.devices else apple
    outbox.make_due(service)
    environment = {
        "PUSH_DATABASE_URL": place.postgres.url(PUSHING, COPY), "APNS_PRODUCTION_URL": apple.url, "APNS_CA_FILE": str(apple.authority),
        "LOG_LEVEL": "info", **outbox.sealing, **outbox.addresses}
    taken, commits, before = stand_in.taken(service.ledger), _commits(place), _times(place, stand_in)
    watching = place.processes.start([worker, "--watch"], log=place.work / "davenport-push", environment=environment)
    until = time.monotonic() + 600
    # Query the database only at the end, because a query would use processor time that is being measured.
    while stand_in.taken(service.ledger) - taken < count and watching.poll() is None and time.monotonic() < until:
        time.sleep(0.2)
    outbox.wait_until_told(until)
    worker_time = processor.own(watching.pid)
    if status := place.processes.stop(watching):
        raise Failure(f"davenport-push ended with status {status}: {gist((place.work / 'davenport-push').read_text())}")
    place.postgres.wait_until_gone("davenport-push")
    after = _times(place, stand_in)
    seconds = outbox.check_told()
    if stand_in.taken(service.ledger) - taken != count:
        raise Failure(f"The stand-in for {service.name} was given {stand_in.taken(service.ledger) - taken} pushes, and not {count}.")
    return Drained(divided(count, seconds), alone, _commits(place) - commits, worker_time, after[0] - before[0], after[1] - before[1])


def _times(place: Workplace, stand_in: Apple) -> tuple[float, float]:
    return processor.own(stand_in.pid), processor.family(place.postgres.pid)


def _commits(place: Workplace) -> int:
    """The number of transactions that ended sessions have committed on the copy so far."""
    [[commits]] = place.postgres.rows(f"SELECT xact_commit FROM pg_stat_database WHERE datname = '{COPY}'")
    return int(commits)


def _result(place: Workplace, people: int, services: tuple[Service, ...], rounds: list[list[Drained]]) -> Result:
    name, count = place.program.name, place.settings.due
    row = rows_of(name)

    def each(field: str, service: int) -> list[float]:
        return [getattr(drained[service], field) for drained in rounds]

    sections = []
    for number, service in enumerate(services):
        rates = each("rate", number)
        compared = [
            row("  the protocol alone: pushes/s", each("alone", number)),
            row("  ratio", [divided(*pair) for pair in zip(rates, each("alone", number), strict=True)], 2, spread=True),
        ] if number == 0 else [row("  ratio to Apple's", [divided(*pair) for pair in zip(rates, each("rate", 0), strict=True)], 2, spread=True)]
        takers = [(field.replace("_", "-"), each(field, number)) for field in ("worker", "stand_in", "postgres")]
        sections.append((f"to {service.name}, from due to sent, one worker", [
            row("notifications/s", rates, 0, *([RATE] if number == 0 else []), spread=True), *compared,
            row("  notifications for each transaction", [divided(count, commits) for commits in each("commits", number)], 1),
            *(row(f"  µs of a processor for each: {taker}", [1e6 * value / count for value in values]) for taker, values in takers)]))
    title = place.title(f"{count:,} notifications due of {people:,} people with a device each in one tenant, {len(rounds)} rounds.")
    return result("due", title, sections, [name])
