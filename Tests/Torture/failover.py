"""Failovers: two PostgreSQL servers under Patroni with etcd, of which the primary is killed, stopped or cut off under load."""

import asyncio
import pathlib
import random
import signal
import time
from collections.abc import Awaitable, Callable

from harm import Back, Harm
from patroni import Node, PatroniCluster
from place import Site
from replicas import Replicas
from report import Report
from rounds import Rounds


#: The harm of a self-test, which loses changes.
LOSING = "kill-primary-ahead"


class FailoverSite(Site):
    """Two servers and a worker, which find the primary by themselves: the first server and the worker by libpq's list of hosts, the second
    server by HAProxy."""

    cluster: PatroniCluster

    def __init__(self, folder: pathlib.Path, programs: pathlib.Path, chance: random.Random, is_synchronous: bool) -> None:
        database = folder / "database"
        database.mkdir()
        super().__init__(folder, programs, chance, cluster=PatroniCluster(database, chance, is_synchronous))

    def _ways(self, with_pooler: bool) -> list[dict[str, str]]:
        return [{"DATABASE_URL": self._server_uri()}, {"DATABASE_URL": self.cluster.balanced_uri("davenport_server")}]

    def _server_uri(self) -> str:
        return self.cluster.uri("davenport_server")

    def _worker_uri(self) -> str:
        return self.cluster.uri("davenport_worker")


class Failovers:
    """The harms. Each waits until there is a new primary, heals the former primary, and returns the moment of the promotion."""

    def __init__(self, site: FailoverSite, chance: random.Random) -> None:
        self._site, self._cluster, self._chance = site, site.cluster, chance
        #: The seconds from each harm until the promotion.
        self.promotions: dict[str, list[float]] = {}

    def all(self) -> dict[str, Harm]:
        """The harms by their names in the options and the report."""
        if not self._cluster.is_synchronous:
            return {LOSING: lambda: self._fail_over(LOSING, self._kill_ahead, self._start)}
        return {
            "kill-primary": lambda: self._fail_over("kill-primary", self._kill, self._start),
            "stop-primary": lambda: self._fail_over("stop-primary", self._stop, self._restart),
            "cut-off-primary": lambda: self._fail_over("cut-off-primary", self._cut, self._mend),
            "switch-over": lambda: self._fail_over("switch-over", self._switch, self._nothing),
        }

    async def _fail_over(self, name: str, harm: Callable[[Node], Awaitable[None]], heal: Callable[[Node], Awaitable[None]]) -> Back:
        await self._cluster.is_whole()
        node = await self._cluster.primary()
        postmaster, begun = node.postmaster(), time.monotonic()
        await harm(node)
        at = await self._cluster.replaced(node, postmaster)
        self.promotions.setdefault(name, []).append(at - begun)
        # The servers must go on without the former primary.
        await asyncio.sleep(self._chance.uniform(0, 5))
        await heal(node)
        return dict.fromkeys(range(len(self._site.servers)), at)

    async def _kill(self, node: Node) -> None:
        """Kills the whole node, or PostgreSQL alone, which Patroni notices sooner."""
        if self._chance.random() < 0.5:
            await node.kill()
        else:
            node.signal(signal.SIGKILL, node.postgres())

    async def _kill_ahead(self, node: Node) -> None:
        """Kills the whole node a moment after the standby got its last change."""
        await self._cluster.hold_back()
        await asyncio.sleep(self._chance.uniform(0.5, 1.5))
        await node.kill()

    async def _start(self, node: Node) -> None:
        if not node.patroni.is_running:
            await node.patroni.start()

    async def _stop(self, node: Node) -> None:
        node.signal(signal.SIGSTOP, node.pids())

    async def _restart(self, node: Node) -> None:
        """Restarts a node that hangs, as its watchdog does. If it went on instead, it would answer from before for a moment."""
        await node.kill()
        await node.patroni.start()

    async def _cut(self, node: Node) -> None:
        node.way_to_etcd.refuse()

    async def _mend(self, node: Node) -> None:
        node.way_to_etcd.heal()

    async def _switch(self, node: Node) -> None:
        await self._cluster.switch_over()

    async def _nothing(self, node: Node) -> None:
        pass


class Failover(Rounds):
    """A run of failovers, after each of which every acknowledged change must exist."""

    _site: FailoverSite
    _losing = LOSING

    def _harms(self) -> dict[str, Harm]:
        self._failovers = Failovers(self._site, self._chance)
        # The second server reaches the primary through HAProxy, which is the quicker way.
        self._replicas = Replicas(
            self._arguments.programs / "replica", self._site.folder / "replicas", self._site.ports[1], self._people)
        if self._arguments.self_test:
            self._replicas.start()
        return self._failovers.all()

    async def _further_tests(self) -> dict[str, bool]:
        faults, gone = await self._replicas.compare()
        self._report.more += faults[:20]
        return {"changes that copies had and PostgreSQL forgot": gone > 0, "copies that are right again": not faults}

    async def _finished(self) -> Report:
        await self._site.cluster.is_whole()
        report = await super()._finished()
        report.more += [
            f"promoted after {name}: {len(seconds)} times, in {min(seconds):.1f} to {max(seconds):.1f} s"
            for name, seconds in sorted(self._failovers.promotions.items())]
        return report
