"""Runs half of the servers' capacity for any time. The memory and files that they and the database use must not grow."""

import argparse
import asyncio
import contextlib
import dataclasses
import random
import time
from collections import Counter, deque

from failure import Failure, say
from ledger import Ledger
from place import Site
from readings import Readings
from wire import Unanswered, Wire
from work import mark, new
from world import Person, populate

#: The seconds for which the capacity is measured, after the same time to warm up.
TRIAL = 15.0
#: The number of comments after which a room is deleted.
FULL = 40
#: The seconds between samples.
EVERY = 30.0


@dataclasses.dataclass
class Seen:
    """The responses since the last sample."""

    took: list[float] = dataclasses.field(default_factory=list)
    faults: Counter[str] = dataclasses.field(default_factory=Counter)

    def taken(self) -> tuple[int, float]:
        """Returns the number of requests and the 99th percentile in milliseconds, and begins anew."""
        took, self.took = sorted(self.took), []
        return len(took), 1000 * took[len(took) * 99 // 100] if took else 0.0


class Guest:
    """A device that makes rooms, comments in them, reads, and deletes what it has made, so that the amount of data stays about the same."""

    def __init__(self, site: Site, people: list[Person], person: Person, seen: Seen, chance: random.Random) -> None:
        self._wire = Wire(chance.choice(site.ports))
        self._others = [other for other in people if other is not person]
        self._person, self._seen, self._chance = person, seen, chance
        self._room = ""
        self._comments: deque[str] = deque()
        self._files: deque[str] = deque()
        #: The seconds between requests; 0 to send each as soon as the one before is answered.
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
            self._wire.close()

    async def _one(self) -> None:
        if not self._room:
            return await self._begin()
        if len(self._comments) >= FULL:
            return await self._end()
        makers = [
            (30, self._read), (15, self._look), (20, self._say), (3, self._take_back), (8, self._watch), (6, self._mark), (4, self._mute),
            (4, self._rename), (4, self._file), (6, self._other)]
        await self._chance.choices([maker for _, maker in makers], [weight for weight, _ in makers])[0]()

    async def _ask(self, method: str, path: str, body: object = None, headers: dict[str, str] | None = None) -> bool:
        """Sends a request. Returns whether the response is as expected, and records it if it isn't."""
        begun = time.monotonic()
        try:
            answer = await self._wire.ask(method, path, self._person.token, body, headers)
        except Unanswered as error:
            self._seen.faults[f"{method}: {error}"] += 1
            return False
        self._seen.took.append(time.monotonic() - begun)
        if answer.status >= 300:
            self._seen.faults[f"{method}: {answer.status} {answer.code}"] += 1
        return answer.status < 300

    async def _begin(self) -> None:
        room = new()
        body = {"id": room, "subject": {"kind": "custom", "title": mark()}, "memberIDs": [self._chance.choice(self._others).id]}
        if await self._ask("POST", "/v1/rooms", body):
            self._room = room

    async def _end(self) -> None:
        if await self._ask("DELETE", f"/v1/rooms/{self._room}"):
            self._room = ""
            self._comments.clear()

    async def _read(self) -> None:
        await self._ask("GET", f"/v1/rooms/{self._room}/comments?limit=40")

    async def _look(self) -> None:
        await self._ask("GET", "/v1/dashboard")

    async def _say(self) -> None:
        name = new()
        body = {"id": name, "content": f"{mark()} that hallway again, and the music!", "seconds": self._chance.randrange(3000)}
        if await self._ask("POST", f"/v1/rooms/{self._room}/comments", body):
            self._comments.append(name)

    async def _take_back(self) -> None:
        if self._comments:
            await self._ask("DELETE", f"/v1/rooms/{self._room}/comments/{self._comments.pop()}")

    async def _watch(self) -> None:
        await self._ask(self._chance.choice(["PUT", "DELETE"]), f"/v1/rooms/{self._room}/watched")

    async def _mark(self) -> None:
        if self._comments:
            await self._ask("PUT", f"/v1/rooms/{self._room}/read", {"commentID": self._comments[-1]})

    async def _mute(self) -> None:
        muted = ["room.watched"] if self._chance.random() < 0.5 else []
        await self._ask("PUT", "/v1/me/notifications", {"muted": muted, "mutedRooms": []})

    async def _rename(self) -> None:
        await self._ask("PATCH", "/v1/me", {"givenName": mark()})

    async def _file(self) -> None:
        # A person may have 20 unused files, counted over all devices.
        if len(self._files) >= 2:
            await self._ask("DELETE", f"/v1/files/{self._files.popleft()}")
            return
        name, headers = new(), {"Content-Type": "application/octet-stream"}
        if await self._ask("PUT", f"/v1/files/{name}?name=notes.bin", self._chance.randbytes(self._chance.randrange(1, 30_000)), headers):
            self._files.append(name)

    async def _other(self) -> None:
        lists = ["/v1/tasks", "/v1/students"] if self._person.is_teacher else ["/v1/assignments"]
        await self._ask("GET", self._chance.choice(["/v1/rooms", "/v1/challenges/today", "/v1/me", "/v1/friends", "/v1/sessions", *lists]))


class Soak:
    """A soak from the first person to the last sample."""

    def __init__(self, site: Site, chance: random.Random, arguments: argparse.Namespace, ending: asyncio.Event) -> None:
        self._site, self._chance, self._arguments, self._ending = site, chance, arguments, ending
        self._seen = Seen()

    async def run(self) -> Readings:
        """Runs for the given time, or until a signal."""
        say("Starting PostgreSQL, two servers and a worker")
        await self._site.start(with_pooler=not self._arguments.without_pgbouncer)
        people = await populate(self._site, Ledger())
        guests = [
            Guest(self._site, people, people[number % len(people)], self._seen, random.Random(self._chance.random()))
            for number in range(self._arguments.clients)]
        tasks = [asyncio.create_task(guest.work()) for guest in guests]
        try:
            rate = self._arguments.rate or await self._possible() / 2
            say(f"{rate:.0f} requests a second for {self._arguments.soak:.0f} minutes")
            for guest in guests:
                guest.interval = len(guests) / rate
            return await self._watch(tasks, rate)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _possible(self) -> float:
        """The requests a second that are answered if every client sends without pause."""
        await asyncio.sleep(TRIAL)
        self._seen.taken()
        begun = time.monotonic()
        await asyncio.sleep(TRIAL)
        return self._seen.taken()[0] / (time.monotonic() - begun)

    async def _watch(self, tasks: list[asyncio.Task[None]], rate: float) -> Readings:
        readings = Readings(self._site, rate)
        end = time.monotonic() + 60 * self._arguments.soak
        while time.monotonic() < end and not self._ending.is_set():
            begun = time.monotonic()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._ending.wait(), EVERY)
            for task in tasks:
                if task.done():
                    raise Failure(f"A client ended: {task.exception()!r}.")
            await readings.take(*self._seen.taken(), time.monotonic() - begun)
            # Draw after each sample, so that an interrupted run leaves a picture.
            if self._arguments.picture:
                readings.draw(self._arguments.picture)
        readings.faults = self._seen.faults
        return readings
