"""The harms that a cycle does to the site, and how it heals them."""

import asyncio
import errno
import functools
import os
import random
import signal
import time
from collections.abc import Awaitable, Callable, Iterable

from place import Site
from programs import Program
from proxy import Proxy
from work import Watch

#: For each harmed server, by its number, the moment from which it can work again.
Back = dict[int, float]
Harm = Callable[[], Awaitable[Back]]


#: The faults of a proxy, each with the longest time in seconds until it is healed.
CUTS: dict[str, tuple[Callable[[Proxy], None], float]] = {
    "drop": (Proxy.drop, 0), "hold": (Proxy.hold, 3), "delay": (lambda proxy: proxy.delay(0.2), 2), "halve": (Proxy.halve, 0.5), "refuse": (Proxy.refuse, 1)}


class Harms:
    """Each harm is one cycle: it harms, waits a moment, heals, and returns from when which servers could work again."""

    def __init__(self, site: Site, watch: Watch, chance: random.Random) -> None:
        self._site, self._watch, self._chance = site, watch, chance

    def all(self) -> dict[str, Harm]:
        """The harms by their names in the options and the report."""
        parts = ["server", "worker", "postgres", *(["pgbouncer"] if self._site.pooler else [])]
        harms: dict[str, Harm] = {f"kill-{part}": functools.partial(self._kill, part) for part in parts}
        harms |= {f"stop-{part}": functools.partial(self._stop, part) for part in parts}
        harms |= {name: functools.partial(self._cut, *cut) for name, cut in CUTS.items()}
        return harms | ({"disk-full": self._fill_disk} if self._site.is_mounted else {})

    def _chosen(self, part: str) -> tuple[Program, Iterable[int]]:
        """The program to harm, and the servers that can't work without it."""
        site, servers = self._site, range(len(self._site.servers))
        number = self._chance.choice(servers)
        assert site.worker
        found: dict[str, tuple[Program | None, Iterable[int]]] = {
            "server": (site.servers[number], [number]), "worker": (site.worker, []), "postgres": (site.cluster.program, servers), "pgbouncer": (site.pooler, [1])}
        program, harmed = found[part]
        assert program
        return program, harmed

    async def _kill(self, part: str) -> Back:
        program, servers = self._chosen(part)
        await program.kill()
        if part == "postgres":
            self._watch.is_away = True
            await self._moment(0.5)
            await self._site.cluster.start()
            self._watch.is_away = False
        else:
            await self._moment(0.2)
            await program.start()
        return dict.fromkeys(servers, time.monotonic())

    async def _stop(self, part: str) -> Back:
        program, servers = self._chosen(part)
        program.signal(signal.SIGSTOP)
        await self._moment(3)
        program.signal(signal.SIGCONT)
        return dict.fromkeys(servers, time.monotonic())

    async def _cut(self, fault: Callable[[Proxy], None], longest: float) -> Back:
        """Harms the way to the database of one server."""
        number = self._chance.randrange(len(self._site.proxies)) if self._site.pooler else 0
        proxy = self._site.proxies[number]
        fault(proxy)
        await self._moment(longest)
        # Sometimes cut held connections too, because clients then wait longest.
        if fault is Proxy.hold and self._chance.random() < 0.5:
            proxy.drop()
        proxy.heal()
        return {number: time.monotonic()}

    async def _fill_disk(self) -> Back:
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
        return dict.fromkeys(range(len(self._site.servers)), time.monotonic())

    async def _moment(self, longest: float) -> None:
        await asyncio.sleep(self._chance.uniform(0, longest))


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
