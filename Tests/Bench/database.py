"""The database with the large community or other data, and its row security."""

import contextlib
import pathlib
import zlib
from collections.abc import Iterator

from postgres import OWNER, Postgres
from program import Program

from tools.failure import Failure, say
from tools.processes import Processes

#: The roles of the server and the worker, and the name of the writable copy of the filled database.
SERVING = "davenport_server"
PUSHING = "davenport_pusher"
COPY = "davenport"
FOLDER = pathlib.Path(__file__).parent
#: The file that fills the database by default, and the file that numbers its rows.
COMMUNITY, NUMBERING = "data.sql", "numbering.sql"


class Database:
    """A filled database, named by its size and content, and a fresh copy of it, since the load writes."""

    def __init__(self, postgres: Postgres, processes: Processes, program: Program) -> None:
        """
        - program: the program whose schema the database gets. Of two programs, it is the newer one.
        """
        self._postgres = postgres
        self._processes = processes
        self._program = program

    def prepare(self, scale: str, filling: str = COMMUNITY) -> None:
        """Makes the copy. If the original doesn't exist, it fills that first.

        - filling: the SQL file that fills the original.
        """
        of = "" if filling == COMMUNITY else pathlib.Path(filling).stem + "_"
        size = f"filled_{of}{scale.replace('.', '_')}"
        filled = f"{size}_{self._fingerprint(filling)}"
        if not self._query(f"SELECT 1 FROM pg_database WHERE datname = '{filled}'"):
            self._fill(filled, size, scale, filling)
        self.copy(filled)
        # Migrate again, because views may have changed since the original was filled.
        self._migrate(COPY)

    def copy(self, filled: str) -> None:
        """Makes the copy that the server uses."""
        self._query(f"DROP DATABASE IF EXISTS {COPY}")
        self._query(f"CREATE DATABASE {COPY} TEMPLATE {filled} STRATEGY file_copy")

    def make(self, name: str) -> None:
        """Makes an empty, migrated database of this name, and drops an older one."""
        self._query(f"DROP DATABASE IF EXISTS {name}")
        self._query(f"CREATE DATABASE {name}")
        self._migrate(name)

    def _fingerprint(self, filling: str) -> int:
        """Returns a digest of everything that determines the content of the filled database."""
        return zlib.crc32(b"".join(path.read_bytes() for path in [FOLDER / filling, FOLDER / NUMBERING, *self._program.migrations()]))

    def _fill(self, filled: str, size: str, scale: str, filling: str) -> None:
        say(f"Filling the database at scale {scale}. At scale 1 this takes a few minutes.")
        old = self._query(f"SELECT datname FROM pg_database WHERE datname = 'filling' OR datname ~ '^{size}_[0-9]+$'")
        for name in old.split():
            self._query(f"DROP DATABASE {name}")
        self.make("filling")
        self._postgres.psql("-v", f"scale={scale}", "-f", FOLDER / filling, database="filling", timeout=3600)
        self._postgres.psql("-c", "VACUUM (FREEZE, ANALYZE)", database="filling")
        self._query(f"ALTER DATABASE filling RENAME TO {filled}")

    def _query(self, query: str) -> str:
        return self._postgres.psql("-c", query)

    def _migrate(self, database: str) -> None:
        url = self._postgres.url
        self._processes.run(
            [self._program.path, "migrate"], timeout=600,
            environment={"MIGRATION_DATABASE_URL": url(OWNER, database), "DATABASE_URL": url(SERVING, database),
                         "PUSH_DATABASE_URL": url(PUSHING, database), "LOG_LEVEL": "warning"})


class RowSecurity:
    """Switches row security off and on for all tables.

    The serving role stays an ordinary one, since the server refuses any other. So the same server, with the same connections, reads the
    same rows with and without row security. After each change, its sessions plan their statements anew before the measured time begins
    (Loads.ask).
    """

    def __init__(self, postgres: Postgres) -> None:
        self._postgres = postgres
        found = postgres.rows("SELECT oid::regclass FROM pg_class WHERE relrowsecurity AND relkind IN ('r', 'p') ORDER BY 1")
        self._tables = [table for [table] in found]
        self._expect(active=True)

    @contextlib.contextmanager
    def off(self) -> Iterator[None]:
        """Switches row security off, and always on again at the end."""
        try:
            self._turn("DISABLE")
            self._expect(active=False)
            yield
        finally:
            self._turn("ENABLE")
        self._expect(active=True)

    def _turn(self, how: str) -> None:
        changes = "".join(f"ALTER TABLE {table} {how} ROW LEVEL SECURITY;" for table in self._tables)
        # psql sends this text as one transaction.
        self._postgres.psql("-c", f"SET lock_timeout = '10s'; {changes}", database=COPY)

    def _expect(self, active: bool) -> None:
        """Checks that PostgreSQL applies row security to the serving role, or doesn't, so that a run never compares two equal states."""
        names = ", ".join(f"'{table}'" for table in self._tables)
        query = f"SELECT DISTINCT row_security_active(name) FROM unnest(ARRAY[{names}]::text[]) AS name"
        if self._postgres.rows(query, role=SERVING) != [["t" if active else "f"]]:
            raise Failure(f"Row security is not {'on' if active else 'off'} for the role {SERVING} on every table.")
