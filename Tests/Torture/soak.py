"""Runs the servers at half their capacity. The memory and files that they and the database use must not grow."""

import argparse
import asyncio
import contextlib
import random
import time
from collections import Counter, deque
from collections.abc import Awaitable, Callable

from ledger import Ledger
from place import Site
from readings import Readings
from visitor import Load, Visitor, percentile
from work import mark, new
from world import Person, populate

from tools.failure import Failure, say

#: The seconds for which the capacity is measured, after a warm-up of the same duration.
TRIAL = 15.0
#: The number of comments after which a device deletes a room.
FULL = 40
#: The seconds between samples.
EVERY = 30.0


class Guest(Visitor):
    """A device that creates rooms and comments, reads them, and deletes them, so that the amount of data stays about the same."""

    def __init__(self, site: Site, people: list[Person], person: Person, load: Load, chance: random.Random) -> None:
        super().__init__(chance.choice(site.ports), person, load)
        self._others = [other for other in people if other is not person]
        self._chance = chance
        self._room = ""
        self._comments: deque[str] = deque()
        self._files: deque[str] = deque()
        #: The seconds between requests; with 0 it sends each request as soon as it has the previous response.
        self.interval = 0.0

    async def work(self) -> None:
        """Works until it is cancelled."""
        due = time.monotonic()
        try:
            while True:
                due = max(due + self.interval, time.monotonic() - 1)
                await asyncio.sleep(due - time.monotonic())
                await self._one()
        finally:
            self.close()

    async def _one(self) -> None:
        if not self._room:
            return await self._begin()
        if len(self._comments) >= FULL:
            return await self._end()
        room, comments, chance = f"/v1/rooms/{self._room}", self._comments, self._chance
        lists = ["/v1/tasks", "/v1/students"] if self._person.is_teacher else ["/v1/assignments"]
        others = ["/v1/rooms", "/v1/challenges/today", "/v1/me", "/v1/friends", "/v1/sessions", *lists]
        acts: list[tuple[int, Callable[[], Awaitable[object]]]] = [
            (30, lambda: self.ask("GET", f"{room}/comments?limit=40")), (15, lambda: self.ask("GET", "/v1/dashboard")),
            (20, self._say), (4, self._file), (6, lambda: self.ask("GET", chance.choice(others))),
            (8, lambda: self.ask(chance.choice(["PUT", "DELETE"]), f"{room}/watched")), (4, lambda: self.ask("PATCH", "/v1/me", {"givenName": mark()})),
            (4, lambda: self.ask("PUT", "/v1/me/notifications", {"muted": chance.choice([["room.watched"], []]), "mutedRooms": []})),
        ]
        if comments:
            acts += [(3, lambda: self.ask("DELETE", f"{room}/comments/{comments.pop()}")),
                     (6, lambda: self.ask("PUT", f"{room}/read", {"commentID": comments[-1]}))]
        await chance.choices([act for _, act in acts], [weight for weight, _ in acts])[0]()

    async def _begin(self) -> None:
        room = new()
        body = {"id": room, "subject": {"kind": "custom", "title": mark()}, "memberIDs": [self._chance.choice(self._others).id]}
        if await self.ask("POST", "/v1/rooms", body):
            self._room = room

    async def _end(self) -> None:
        if await self.ask("DELETE", f"/v1/rooms/{self._room}"):
            self._room = ""
            self._comments.clear()

    async def _say(self) -> None:
        name = new()
        body = {"id": name, "content": f"{mark()} that hallway again, and the music!", "seconds": self._chance.randrange(3000)}
        if await self.ask("POST", f"/v1/rooms/{self._room}/comments", body):
            self._comments.append(name)

    async def _file(self) -> None:
        # A person may have 20 unused files, counted over all devices.
        if len(self._files) >= 2:
            await self.ask("DELETE", f"/v1/files/{self._files.popleft()}")
            return
        name, headers = new(), {"Content-Type": "application/octet-stream"}
        if await self.ask("PUT", f"/v1/files/{name}?name=notes.bin", self._chance.randbytes(self._chance.randrange(1, 30_000)), headers):
            self._files.append(name)


class Soak:
    """One soak, from the set-up to the last sample."""

    def __init__(self, site: Site, chance: random.Random, arguments: argparse.Namespace, ending: asyncio.Event) -> None:
        self._site, self._chance, self._arguments, self._ending = site, chance, arguments, ending
        self._load = Load()

    async def run(self) -> Readings:
        """Runs for the requested duration, or until a signal."""
        say("Starting PostgreSQL, two servers and a worker")
        await self._site.start(with_pooler=not self._arguments.without_pgbouncer)
        people = await populate(self._site, Ledger())
        guests = [
            Guest(self._site, people, people[number % len(people)], self._load, random.Random(self._chance.random()))
            for number in range(self._arguments.clients)]
        tasks = [asyncio.create_task(guest.work()) for guest in guests]
        try:
            rate = self._arguments.rate or await self._possible() / 2
            say(f"{rate:.0f} requests a second for {self._arguments.soak:.0f} minutes")
            for guest in guests:
                guest.interval = len(guests) / rate
            return await self._watch(tasks)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _possible(self) -> float:
        """Measures the capacity: the requests a second that the servers answer if every client sends without pause."""
        await asyncio.sleep(TRIAL)
        self._taken()
        begun = time.monotonic()
        await asyncio.sleep(TRIAL)
        return self._taken()[0] / (time.monotonic() - begun)

    def _taken(self) -> tuple[int, float]:
        """Returns the number of requests since the last call and their 99th percentile in milliseconds."""
        took, self._load.done = self._load.done, []
        return len(took), percentile(took, 99)

    async def _watch(self, tasks: list[asyncio.Task[None]]) -> Readings:
        readings = Readings(self._site)
        end = time.monotonic() + 60 * self._arguments.soak
        while time.monotonic() < end and not self._ending.is_set():
            begun = time.monotonic()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._ending.wait(), EVERY)
            for task in tasks:
                if task.done():
                    raise Failure(f"A client ended: {task.exception()!r}.")
            await readings.take(*self._taken(), time.monotonic() - begun)
        readings.faults = self._load.faults + Counter({"503": len(self._load.refused)})
        return readings
