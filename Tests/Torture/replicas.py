"""Offline copies of what people see, which must be right again after a failover that lost changes."""

import asyncio
import contextlib
import json
import pathlib
import sqlite3
from collections.abc import Sequence
from typing import Any

from programs import run
from world import Person

from tools.failure import Failure

#: The number of people who keep a copy.
COPIES = 3


class Replicas:
    """Copies that are brought up to date again and again, each by the example program `replica`, which ends when it is."""

    def __init__(self, program: pathlib.Path, folder: pathlib.Path, port: int, people: Sequence[Person]) -> None:
        self._program, self._folder, self._port = program, folder, port
        self._people = people[:COPIES]
        self._syncing: asyncio.Task[None] | None = None
        #: The rows that a copy has had at any time.
        self._seen: dict[str, set[tuple[str, bytes]]] = {person.name: set() for person in self._people}

    def start(self) -> None:
        self._syncing = asyncio.create_task(self._sync_again_and_again())

    async def _sync_again_and_again(self) -> None:
        while True:
            for person in self._people:
                # It fails while no server answers.
                with contextlib.suppress(Failure):
                    await self._sync(person, "copies")
                self._seen[person.name] |= self._rows(person, "copies").keys()
            await asyncio.sleep(0.05)

    async def compare(self) -> tuple[list[str], int]:
        """Brings each copy up to date, and compares it with one that is made from nothing. Returns the differences, and the number of rows
        that a copy has had and that don't exist any more."""
        if self._syncing:
            self._syncing.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._syncing
        faults, gone = [], 0
        for person in self._people:
            for name in ("copies", "new-copies"):
                await self._sync(person, name)
            old, new = self._rows(person, "copies"), self._rows(person, "new-copies")
            gone += len(self._seen[person.name] - new.keys())
            for kind, row in sorted(old.keys() | new.keys()):
                if old.get((kind, row)) != new.get((kind, row)):
                    faults.append(f"{kind} {row.hex()} of {person.name} is {old.get((kind, row))} and should be {new.get((kind, row))}")
        return faults, gone

    async def _sync(self, person: Person, name: str) -> None:
        await run([self._program, f"http://127.0.0.1:{self._port}", person.token, self._place(person, name)])

    def _place(self, person: Person, name: str) -> pathlib.Path:
        return self._folder / name / person.name

    def _rows(self, person: Person, name: str) -> dict[tuple[str, bytes], Any]:
        """What a copy contains: bodies by collection and id."""
        file = self._place(person, name) / "replica.sqlite"
        if not file.exists():
            return {}
        with contextlib.closing(sqlite3.connect(file)) as database:
            rows = database.execute("SELECT kind, id, body FROM items UNION ALL SELECT 'person', id, body FROM people")
            return {(kind, bytes(row)): json.loads(body) if kind == "person" else json.loads(body, object_hook=_without_names)
                    for kind, row, body in rows}


def _without_names(value: dict[str, Any]) -> dict[str, Any]:
    """A person in an item as an id alone: whoever reads a copy takes the rest from its people."""
    return {"id": value["id"]} if "username" in value else value
