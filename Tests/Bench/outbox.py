"""Makes due notifications, by requests of people whose actions notify others."""

import base64
import concurrent.futures
import os
import pathlib
import time

from client import Client
from database import COPY
from failure import Failure, say
from postgres import OWNER
from workplace import Workplace

PEOPLE = 2000
#: A room notifies each other member when it is made, and when its host has watched. That is below the hourly limit of a person.
OTHERS = 5
OF_A_ROOM = 2 * OTHERS
TENANT, TOPIC = "sofa", "org.example.sofa"
FILLED = "outbox"
#: Enough for this machine: more clients would only wait.
CLIENTS = 4


class Outbox:
    """A database in which notifications wait to be due."""

    def __init__(self, place: Workplace, count: int) -> None:
        self._place = place
        self._postgres = place.postgres
        self._count = count
        self._rooms = -(-count // OF_A_ROOM)
        self.people = max(PEOPLE, self._rooms)
        #: The setting for the pushing programs: the master key that encrypts the push keys.
        self.sealing = {"MASTER_KEY": base64.b64encode(os.urandom(32)).decode()}

    def fill(self) -> None:
        """Makes the people by SQL, their push key by the command line, and the notifications by requests to the server."""
        say(f"Making {self._count:,} notifications, which takes some seconds.")
        self._place.database.make(FILLED)
        self._postgres.psql("-v", f"people={self.people}", "-f", pathlib.Path(__file__).with_name("outbox.sql"), database=FILLED)
        self._set_key()
        self._place.database.copy(FILLED)
        server = self._place.serve(self._place.program)
        self._make_rooms(server.port)
        server.stop()
        self._keep_exactly()
        # Later copies are made of this database.
        self._postgres.psql("-c", f"DROP DATABASE {FILLED}")
        self._postgres.psql("-c", f"ALTER DATABASE {COPY} RENAME TO {FILLED}")
        self._postgres.psql("-c", "VACUUM (ANALYZE)", database=FILLED)

    def make_due(self) -> None:
        """Makes a fresh copy, in which all notifications become due at one moment. It is late enough for a worker to be ready."""
        self._place.database.copy(FILLED)
        self._postgres.psql(
            "-c", f"UPDATE notifications SET due_at = now() + interval '{self._count / 5000 + 2} seconds'", "-c", "CHECKPOINT", database=COPY)

    def wait_until_told(self, until: float) -> None:
        """Waits until no notification is left to send. Fails at this moment of the monotonic clock."""
        while self._postgres.rows("SELECT 1 FROM notifications WHERE finished_at IS NULL LIMIT 1"):
            if time.monotonic() > until:
                raise Failure("The worker took too long.")
            time.sleep(0.25)

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
        """Lets everybody make one room with the next five people, and mark it as watched."""
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
