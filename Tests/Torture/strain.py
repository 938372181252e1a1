"""Shows how the server behaves with too few resources: ten times the clients, a slow database, a held lock, a full disk."""

import argparse
import asyncio
import contextlib
import os
import random
import time
from collections.abc import Awaitable, Callable

from ledger import Ledger
from place import Site
from visitor import Load, Visitor
from work import mark, new
from world import PASSWORD, Person, populate, right

from tools.failure import Failure, say
from tools.system import descriptors, memory
from tools.wire import Wire

#: The usual number of clients, and ten times as many. The server handles four requests of one person at once.
USUAL, TENFOLD = 64, 640
PEOPLE = 64
COMMENTS = 20
SECONDS = 15
#: The seconds for which a lock is held that requests wait for.
HELD = 60
#: The seconds that a round trip to the slow database takes.
SLOW = 0.5
#: The seconds after which PostgreSQL cancels a statement.
GIVEN_UP = 10


Asking = Callable[["Guest"], Awaitable[bool]]


class Guest(Visitor):
    """A connection of a person with a room."""

    def __init__(self, port: int, person: Person, room: str, load: Load) -> None:
        super().__init__(port, person, load)
        self._room = room

    async def reads(self) -> bool:
        """Reads the room's comments."""
        return await self.ask("GET", f"/v1/rooms/{self._room}/comments?limit=40")

    async def writes(self) -> bool:
        """Writes a comment."""
        return await self.ask("POST", f"/v1/rooms/{self._room}/comments", {"id": new(), "content": mark()})


class Strain:
    """Runs all strains one after the other, with the usual load before and after each."""

    def __init__(self, site: Site, chance: random.Random, arguments: argparse.Namespace, _: asyncio.Event) -> None:
        self._site, self._chance, self._arguments = site, chance, arguments
        self._lines: list[str] = []
        self.faults: list[str] = []
        self._homes: list[tuple[Person, str]] = []

    @property
    def is_good(self) -> bool:
        """Whether every request was either served or refused in time."""
        return not self.faults

    def text(self, seconds: float) -> str:
        """The figures, with the faults first."""
        return "\n".join([*(f"  {fault}" for fault in self.faults), *self._lines, f"{seconds:.0f} s in all"])

    async def run(self) -> "Strain":
        """Sets the site up and runs all strains."""
        say("Starting PostgreSQL and a server")
        await self._site.start(with_pooler=False)
        await populate(self._site, Ledger())
        await self._settle_in()
        for strain in (self._tenfold, self._slow, self._lock, self._full):
            say(f"{strain.__doc__}")
            await strain()
        usual = await self._load("as usual at the end", USUAL, Guest.reads)
        self._expect(not usual.refused, "at the end a request is still refused")
        return self

    async def _settle_in(self) -> None:
        """Makes people with a room each, and comments in the rooms."""
        code = await self._site.operate("invite", "create", "--tenant", self._site.tenant, "--max-uses", str(PEOPLE))
        wire = Wire(self._site.ports[0])
        for number in range(PEOPLE):
            name = f"guest{number}"
            user = {"invite": code, "email": f"{name}@example.org", "password": PASSWORD, "username": name}
            answer = right(await wire.ask("POST", "/v1/users", "", user, {"Davenport-Tenant": self._site.tenant}))
            person, room = Person(answer["user"]["id"], name, answer["token"], False), new()
            right(await wire.ask("POST", "/v1/rooms", person.token, {"id": room, "subject": {"kind": "custom", "title": mark()}, "memberIDs": []}))
            for _ in range(COMMENTS):
                right(await wire.ask("POST", f"/v1/rooms/{room}/comments", person.token, {"content": mark()}))
            self._homes.append((person, room))
        wire.close()

    # Each strain

    async def _tenfold(self) -> None:
        """Ten times the clients"""
        await self._load("as usual", USUAL, Guest.reads)
        before = await self._taken()
        many = await self._load("ten times the clients", TENFOLD, Guest.reads)
        self._expect(many.slowest <= self._arguments.recovery, "with ten times the clients a refusal takes too long")
        await self._load("as usual afterwards", USUAL, Guest.reads)
        after = await self._taken()
        self._lines.append(
            f"  memory {before[0]:.0f} MB before, {after[0]:.0f} MB after; descriptors {before[1]}, {after[1]}; connections to PostgreSQL "
            f"{before[2]}, {after[2]}")
        self._expect(after[1] <= before[1] + 5 and after[2] <= before[2] + 2, "files or connections are left open")

    async def _slow(self) -> None:
        """A database that is half a second away"""
        proxy = self._site.proxies[0]
        for clients in (USUAL // 4, USUAL, TENFOLD):
            proxy.delay(SLOW / 2, exactly=True)
            load = await self._load(f"a database {SLOW * 1000:.0f} ms away, {clients} clients", clients, Guest.reads)
            proxy.heal()
            self._expect(load.slowest <= self._arguments.recovery + SLOW, "with a slow database a refusal takes too long")
            await self._back(f"served again after the delay ended, {clients} clients")

    async def _lock(self) -> None:
        """A lock that is held for a minute"""
        person, room = self._homes[0]
        statement = f"BEGIN; SELECT FROM rooms WHERE id = '{room}' FOR UPDATE; SELECT pg_sleep({HELD}); COMMIT"
        holder = asyncio.create_task(self._site.cluster.rows(statement))
        await asyncio.sleep(0.5)
        waiting, others = Load(), Load()
        # Four clients, because the server runs at most four requests of one person at once.
        waiters = [Guest(self._site.ports[0], person, room, waiting) for _ in range(4)]
        rest = [Guest(self._site.ports[0], *self._homes[1 + number % (PEOPLE - 1)], others) for number in range(USUAL)]
        await asyncio.gather(self._go(waiters, Guest.writes, HELD - 2), self._go(rest, Guest.reads, HELD - 2))
        await holder
        self._tell(f"a lock held for {HELD} s: clients that wait for it", waiting, HELD - 2)
        self._tell("  the other clients meanwhile", others, HELD - 2)
        self._expect(waiting.slowest <= GIVEN_UP + self._arguments.recovery, "a request that waits for a lock is refused too late")
        self._expect(len(others.refused) <= len(others.done) / 100, "other clients are refused because of one lock")
        await self._back("a write to that room served again", Guest.writes)

    async def _full(self) -> None:
        """A full disk"""
        if not self._site.is_mounted:
            return self._lines.append("a full disk: no file system can be mounted here")
        free = os.statvfs(self._site.ballast.parent)
        with self._site.ballast.open("wb") as file:
            os.posix_fallocate(file.fileno(), 0, free.f_bavail * free.f_frsize)
        writing, reading = Load(), Load()
        port = self._site.ports[0]
        writers = [Guest(port, *self._homes[number], writing) for number in range(USUAL // 2)]
        readers = [Guest(port, *self._homes[number], reading) for number in range(USUAL // 2, USUAL)]
        await asyncio.gather(self._go(writers, Guest.writes, SECONDS), self._go(readers, Guest.reads, SECONDS))
        self._site.ballast.unlink()
        self._tell("a full disk: clients that write", writing, SECONDS)
        self._tell("  clients that read", reading, SECONDS)
        # PostgreSQL ends if its write-ahead log has no room, and can't start again while the disk is full.
        if not self._site.cluster.program.is_running:
            self._lines.append("  PostgreSQL had ended, and this program started it again")
            await self._site.cluster.start()
        await self._site.cluster.back()
        await self._back("a write served again once there is room", Guest.writes)

    # Shared by the strains

    async def _load(self, name: str, clients: int, asking: Asking) -> Load:
        load = Load()
        visitors = [Guest(self._site.ports[0], *self._homes[number % PEOPLE], load) for number in range(clients)]
        await self._go(visitors, asking, SECONDS)
        self._tell(name, load, SECONDS)
        return load

    async def _go(self, visitors: list[Guest], asking: Asking, seconds: float) -> None:
        end = time.monotonic() + seconds

        async def go(visitor: Guest) -> None:
            while time.monotonic() < end:
                await asking(visitor)
            visitor.close()

        await asyncio.gather(*map(go, visitors))

    def _tell(self, name: str, load: Load, seconds: float) -> None:
        self._lines.append(f"{name}: {load.text(seconds)}")
        self.faults += [f"{name}: {count} × {fault}" for fault, count in load.faults.items()]

    async def _back(self, what: str, asking: Asking = Guest.reads) -> None:
        """Measures the time until the first request is served."""
        load, begun = Load(), time.monotonic()
        visitor = Guest(self._site.ports[0], *self._homes[0], load)
        while not load.done:
            if time.monotonic() > begun + 60:
                raise Failure(f"No request was served within 60 s: {what}.")
            await asking(visitor)
        visitor.close()
        took = time.monotonic() - begun
        self._lines.append(f"  {what} after {took:.2f} s")
        self._expect(took <= self._arguments.recovery, f"{what} after {took:.2f} s")

    async def _taken(self) -> tuple[float, int, int]:
        """The server's memory in MB, its descriptors and its connections to PostgreSQL, once it has closed the ended clients' connections."""
        await asyncio.sleep(2)
        process = self._site.servers[0].process
        assert process
        with contextlib.suppress(OSError):
            [[count]] = await self._site.cluster.rows("SELECT count(*) FROM pg_stat_activity WHERE usename = 'davenport_server'")
            return memory(process.pid, "VmRSS"), descriptors(process.pid), int(count)
        raise Failure("The server has ended by itself.")

    def _expect(self, holds: bool, otherwise: str) -> None:
        if not holds:
            self.faults.append(otherwise)
