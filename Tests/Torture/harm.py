"""The harms that a cycle does to the site, and how it heals them."""

import asyncio
import errno
import os
import random
import signal
import time
from collections.abc import Awaitable, Callable

from place import Site
from programs import Program
from proxy import Proxy
from work import Watch

#: For each harmed server, by its number, the moment from which it can work again.
Back = dict[int, float]
Harm = Callable[[], Awaitable[Back]]


class Harms:
    """Each method is one cycle: it harms, waits a moment, heals, and returns from when which servers could work again."""

    def __init__(self, site: Site, watch: Watch, chance: random.Random) -> None:
        self._site, self._watch, self._chance = site, watch, chance

    def all(self) -> dict[str, Harm]:
        """The harms by their names in the options and the report."""
        site = self._site
        harms = {
            "kill-server": self.kill_server, "kill-worker": self.kill_worker, "kill-postgres": self.kill_postgres,
            "stop-server": self.stop_server, "stop-worker": self.stop_worker, "stop-postgres": self.stop_postgres,
            "drop": self.drop, "hold": self.hold, "delay": self.delay, "halve": self.halve, "refuse": self.refuse,
        }
        if site.pooler:
            harms |= {"kill-pgbouncer": self.kill_pooler, "stop-pgbouncer": self.stop_pooler}
        if site.is_mounted:
            harms["disk-full"] = self.fill_disk
        return harms

    # Killed

    async def kill_server(self) -> Back:
        number = self._chance.randrange(len(self._site.servers))
        await self._site.servers[number].kill()
        await self._moment(0.2)
        return {number: await self._started(self._site.servers[number])}

    async def kill_worker(self) -> Back:
        assert self._site.worker
        await self._site.worker.kill()
        await self._moment(0.2)
        await self._site.worker.start()
        return {}

    async def kill_postgres(self) -> Back:
        await self._site.cluster.program.kill()
        self._watch.is_away = True
        await self._moment(0.5)
        await self._site.cluster.start()
        return self._database_is_back()

    async def kill_pooler(self) -> Back:
        assert self._site.pooler
        await self._site.pooler.kill()
        await self._moment(0.2)
        return {1: await self._started(self._site.pooler)}

    # Stopped

    async def stop_server(self) -> Back:
        number = self._chance.randrange(len(self._site.servers))
        return {number: await self._stopped(self._site.servers[number])}

    async def stop_worker(self) -> Back:
        assert self._site.worker
        await self._stopped(self._site.worker)
        return {}

    async def stop_postgres(self) -> Back:
        at = await self._stopped(self._site.cluster.program)
        return dict.fromkeys(range(len(self._site.servers)), at)

    async def stop_pooler(self) -> Back:
        assert self._site.pooler
        return {1: await self._stopped(self._site.pooler)}

    # Cut off

    async def drop(self) -> Back:
        number, proxy = self._proxy()
        proxy.drop()
        return {number: time.monotonic()}

    async def hold(self) -> Back:
        number, proxy = self._proxy()
        proxy.hold()
        await self._moment(3)
        # Sometimes cut the held connections too, because clients then wait longest.
        if self._chance.random() < 0.5:
            proxy.drop()
        proxy.heal()
        return {number: time.monotonic()}

    async def delay(self) -> Back:
        number, proxy = self._proxy()
        proxy.delay(0.2)
        await self._moment(2)
        proxy.heal()
        return {number: time.monotonic()}

    async def halve(self) -> Back:
        number, proxy = self._proxy()
        proxy.halve()
        await self._moment(0.5)
        proxy.heal()
        return {number: time.monotonic()}

    async def refuse(self) -> Back:
        number, proxy = self._proxy()
        proxy.refuse()
        await self._moment(1)
        proxy.heal()
        return {number: time.monotonic()}

    # Full

    async def fill_disk(self) -> Back:
        ballast = self._site.ballast
        try:
            with ballast.open("wb") as file:
                _fill(file.fileno())
            await self._moment(3)
        finally:
            ballast.unlink()
        # PostgreSQL ends if its write-ahead log has no room, and can't start again while the disk is full.
        if not self._site.cluster.program.is_running:
            await self._site.cluster.start()
        await self._site.cluster.back()
        return self._database_is_back()

    # Shared by the harms

    async def _moment(self, longest: float) -> None:
        await asyncio.sleep(self._chance.uniform(0, longest))

    async def _started(self, program: Program) -> float:
        await program.start()
        return time.monotonic()

    async def _stopped(self, program: Program) -> float:
        program.signal(signal.SIGSTOP)
        await self._moment(3)
        program.signal(signal.SIGCONT)
        return time.monotonic()

    def _proxy(self) -> tuple[int, Proxy]:
        """One of the servers' proxies."""
        number = self._chance.randrange(len(self._site.proxies)) if self._site.pooler else 0
        return number, self._site.proxies[number]

    def _database_is_back(self) -> Back:
        self._watch.is_away = False
        return dict.fromkeys(range(len(self._site.servers)), time.monotonic())


def _fill(file: int) -> None:
    """Fills the disk. Its free space varies, because PostgreSQL writes and deletes files at the same time."""
    size, step = 0, 1 << 30
    while step >= 4096:
        try:
            os.posix_fallocate(file, size, step)
            size += step
        except OSError as error:
            if error.errno != errno.ENOSPC:
                raise
            step //= 2
