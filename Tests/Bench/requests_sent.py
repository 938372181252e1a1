"""What is asked of the server: files of requests for load.lua, and one sample of each kind whose statements pgbench then sends."""

import dataclasses
import pathlib

from postgres import Postgres

COMMENT = '{"content": "That hallway again, and the music!", "seconds": 943}'

#: What the server is held against pgbench with, and the two dashboards that are held against each other.
KINDS = ("room", "dashboard", "comment")
TWINS = ("none", "archived")
#: A dashboard that whoever asks has already.
POLL = "unchanged"

_ROOMS = "SELECT '/v1/rooms/' || bench.room(r) || '/comments{query}', bench.token(bench.host(r)) FROM bench.size, generate_series"
_QUERIES = {
    "comment": _ROOMS.format(query="") + " (1, ordinary_rooms - 4, 5) AS r LIMIT 20000",
    "room": _ROOMS.format(query="?limit=40") + " (5, ordinary_rooms, 5) AS r LIMIT 20000",
    "dashboard": "SELECT '/v1/dashboard', bench.token(n) FROM bench.size, generate_series(1, busy) AS n",
    "none": "SELECT '/v1/dashboard', bench.token(n) FROM bench.size, generate_series(1, twins) AS n",
    "archived": "SELECT '/v1/dashboard', bench.token(busy + n) FROM bench.size, generate_series(1, twins) AS n",
}
# The ids in the first request of each kind.
_SAMPLES = """
    SELECT kind, bench.tenant(bench.home(person)), bench.person(person), bench.room(room), digest
    FROM (VALUES ('room', 5, bench.host(5)), ('dashboard', 0, 1), ('comment', 1, bench.host(1))) AS s (kind, room, person)
    JOIN bench.digests USING (person)"""


@dataclasses.dataclass(frozen=True)
class Size:
    """How many there are of what data.sql numbers."""

    people: int
    busy: int
    twins: int
    specials: int
    ordinary_rooms: int


class RequestsSent:
    """The requests of each kind, in files of a folder, one a line as "path token"."""

    def __init__(self, postgres: Postgres, folder: pathlib.Path) -> None:
        self._folder = folder
        for kind, query in _QUERIES.items():
            self.file(kind).write_text("".join(f"{path} {token}\n" for path, token in postgres.rows(query)))
        [size] = postgres.rows(f"SELECT {', '.join(field.name for field in dataclasses.fields(Size))} FROM bench.size")
        self.size = Size(*map(int, size))
        self.samples = {kind: dict(zip(("tenant", "person", "room", "digest"), ids, strict=True)) for kind, *ids in postgres.rows(_SAMPLES)}

    def file(self, kind: str) -> pathlib.Path:
        """The file of a kind."""
        return self._folder / f"{kind}.requests"

    def first(self, kind: str) -> tuple[str, str]:
        """The path and the token of a kind's first request."""
        with self.file(kind).open() as lines:
            path, token = lines.readline().split()
        return path, token

    def body(self, kind: str) -> str | None:
        """What is posted; nothing where it is read."""
        return COMMENT if kind == "comment" else None
