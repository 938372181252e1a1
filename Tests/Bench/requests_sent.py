"""What is asked of the server: files of requests for load.lua."""

import pathlib

from area import Area
from database import COPY
from postgres import Postgres


class RequestsSent:
    """The requests of each kind of an area, in files of a folder, one a line as "path token"."""

    def __init__(self, area: Area, postgres: Postgres, folder: pathlib.Path) -> None:
        self.area = area
        self._postgres = postgres
        self._folder = folder
        for kind, query in area.queries.items():
            self.write(kind, [(path, token) for path, token in postgres.rows(query)])
        [size] = postgres.rows(f"SELECT {', '.join(area.sizes)} FROM bench.size")
        #: How many there are of what the filling numbers.
        self.size = dict(zip(area.sizes, map(int, size), strict=True))
        #: What is in the first request of each kind.
        self.samples = {kind: dict(zip(area.ids, found, strict=True)) for kind, *found in postgres.rows(area.samples)}

    def write(self, kind: str, requests: list[tuple[str, str]]) -> None:
        """Makes a kind's file."""
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
        """What is posted; nothing where it is read."""
        return self.area.bodies.get(kind)

    def method(self, kind: str) -> str:
        """How it is asked for."""
        return self.area.methods.get(kind) or ("POST" if self.body(kind) else "GET")

    def undo(self, kind: str, *, cleared: bool = False) -> None:
        """Undoes what a load of this kind has done, where the next one could not do it again.

        - cleared: of the rows that were changed nothing is left either. Whoever reads the tables plans anew then.
        """
        if statements := self.area.undoing.get(kind):
            clearing = ["-c", f"VACUUM {', '.join(self.area.touched)}"] if cleared else []
            self._postgres.psql("-c", statements, *clearing, database=COPY)
