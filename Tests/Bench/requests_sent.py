"""The requests that wrk sends to the server, in files for load.lua."""

import pathlib

from area import Area
from database import COPY
from postgres import Postgres

from tools.client import Client
from tools.failure import Failure


class RequestsSent:
    """The requests of each kind of an area, in files of a folder, each a line "path token"."""

    def __init__(self, area: Area, postgres: Postgres, folder: pathlib.Path) -> None:
        self.area = area
        self._postgres = postgres
        self._folder = folder
        for kind, query in area.queries.items():
            self.write(kind, [(path, token) for path, token in postgres.rows(query)])
        [size] = postgres.rows(f"SELECT {', '.join(area.sizes)} FROM bench.size")
        #: The numbers of generated rows.
        self.size = dict(zip(area.sizes, map(int, size), strict=True))
        #: The ids in the first request of each kind.
        self.samples = {kind: dict(zip(area.ids, found, strict=True)) for kind, *found in postgres.rows(area.samples)}

    def write(self, kind: str, requests: list[tuple[str, str]]) -> None:
        """Writes a kind's file."""
        self.file(kind).write_text("".join(f"{path} {token}\n" for path, token in requests))

    def file(self, kind: str) -> pathlib.Path:
        """The file of a kind."""
        return self._folder / f"{kind}.requests"

    def first(self, kind: str) -> tuple[str, str]:
        """The path and the token of a kind's first request."""
        with self.file(kind).open() as lines:
            path, token = lines.readline().split()
        return path, token

    def body(self, kind: str) -> str | None:
        """The body of a POST; None for a GET."""
        return self.area.bodies.get(kind)

    def method(self, kind: str) -> str:
        """The HTTP method."""
        return self.area.methods.get(kind) or ("POST" if self.body(kind) else "GET")

    def undo(self, kind: str, *, cleared: bool = False) -> None:
        """Undoes the changes of a load, if its requests succeed only once.

        - cleared: whether to vacuum the changed tables too. Sessions that use them then plan their statements again.
        """
        if statements := self.area.undoing.get(kind):
            clearing = ["-c", f"VACUUM {', '.join(self.area.touched)}"] if cleared else []
            self._postgres.psql("-c", statements, *clearing, database=COPY)


def distant(client: Client, first: str, token: str, page: int) -> str:
    """The path of a later page. It reads page by page from the first path, as a client must, because only the server can make a cursor."""
    path = first
    for _ in range(page - 1):
        place = client.ask("GET", path, token).json().get("next")
        if not place:
            raise Failure(f"{first} has no {page} pages.")
        path = f"{first}&after={place}"
    return path
