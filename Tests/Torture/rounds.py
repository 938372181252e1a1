"""Runs cycles of harm and recovery under load, and checks that no acknowledged change is missing."""

import argparse
import asyncio
import random
import time

from harm import Harm, Harms
from ledger import Ledger
from place import Site
from report import Report
from work import Watch, clients
from world import populate

from tools.failure import Failure, gist, say

#: The seconds after which a cycle stops waiting for a server to recover.
GIVEN_UP = 60.0


class Rounds:
    """A run from the first person to the final check."""

    #: The harm that loses acknowledged changes in a self-test.
    _losing = "kill-postgres"

    def __init__(self, site: Site, chance: random.Random, arguments: argparse.Namespace, ending: asyncio.Event) -> None:
        self._site, self._chance, self._arguments, self._ending = site, chance, arguments, ending
        self._ledger, self._watch = Ledger(), Watch(len(site.ports))
        self._report = Report(patience=arguments.recovery)
        self._working = True

    async def run(self) -> Report:
        """Runs for the requested duration, or for the requested number of cycles."""
        harms = await self._begin()
        clients = self._clients()
        end = time.monotonic() + 60 * self._arguments.minutes
        order: list[str] = []
        reported = time.monotonic()
        while not self._ending.is_set() and not self._is_enough(end):
            # Use each harm equally often, each time in a new random order.
            order = order or self._chance.sample(sorted(harms), len(harms))
            await self._cycle(order[-1], harms[order.pop()])
            self._must_live(clients)
            if time.monotonic() >= reported + 30:
                reported = time.monotonic()
                lost, cycles = len(self._report.findings.lost), sum(self._report.cycles.values())
                say(f"{cycles} cycles, {self._ledger.acknowledged.total()} acknowledged, {lost} lost")
        await self._settle(clients)
        return await self._finished()

    async def self_test(self) -> Report:
        """Checks that the ledger finds faults. PostgreSQL acknowledges commits before they are durable, so some must be lost. This also
        inserts, deletes and duplicates rows."""
        harms = await self._begin()
        clients = self._clients()
        for _ in range(20):
            await self._cycle(self._losing, harms[self._losing])
            if self._report.findings.lost:
                break
        found = {"what PostgreSQL forgot": bool(self._report.findings.lost)}
        await self._settle(clients)
        found |= await self._further_tests()
        before = await self._ledger.compare(self._site.cluster)
        one = "FROM feedback ORDER BY id LIMIT 1"
        await self._site.cluster.rows(
            f"INSERT INTO feedback SELECT tenant_id, gen_random_uuid(), author_id, text, context, state, request_digest, created_at {one}")
        # A task without assignments, so that nothing else is deleted with it.
        await self._site.cluster.rows("""
            DELETE FROM tasks WHERE id = (
                SELECT id FROM tasks AS t WHERE title LIKE 'm%' AND NOT EXISTS (SELECT FROM assignments AS a WHERE a.task_id = t.id)
                ORDER BY id LIMIT 1)""")
        after = await self._ledger.compare(self._site.cluster)
        found["a deleted row"] = len(after.lost) == len(before.lost) + 1
        found["a row that no client sent"] = len(after.ghosts) == len(before.ghosts) + 1
        found["a duplicated row"] = len(after.doubled) == len(before.doubled) + 1
        self._report.self_test = found
        return self._summed()

    async def _further_tests(self) -> dict[str, bool]:
        """What else a self-test has to find, once all clients have finished."""
        return {}

    async def _begin(self) -> dict[str, Harm]:
        say("Starting PostgreSQL, two servers and a worker")
        await self._site.start(with_pooler=not self._arguments.without_pgbouncer)
        self._people = await populate(self._site, self._ledger)
        harms = self._harms()
        wanted = [name for name in self._arguments.only.split(",") if name] or list(harms)
        if unknown := [name for name in wanted if name not in harms]:
            raise Failure(f"There is no harm {unknown[0]} here. The harms are {', '.join(sorted(harms))}.")
        say(f"{self._arguments.clients} clients begin")
        return {name: harms[name] for name in {*wanted, *([self._losing] if self._arguments.self_test else [])}}

    def _harms(self) -> dict[str, Harm]:
        return Harms(self._site, self._watch, self._chance).all()

    def _clients(self) -> list[asyncio.Task[None]]:
        made = clients(self._site, self._people, self._arguments.clients, self._ledger, self._watch, self._chance)
        return [asyncio.create_task(client.work(lambda: self._working)) for client in made]

    def _is_enough(self, end: float) -> bool:
        if self._arguments.cycles:
            return sum(self._report.cycles.values()) >= self._arguments.cycles
        return time.monotonic() >= end

    async def _cycle(self, name: str, harm: Harm) -> None:
        await asyncio.sleep(self._chance.uniform(0, 0.5))
        back = await harm()
        seen = [self._watch.back(server, at) for server, at in back.items()]
        try:
            async with asyncio.timeout(GIVEN_UP):
                took = max(await asyncio.gather(*seen), default=0.0)
        except TimeoutError:
            self._report.faults.append(f"after {name} a server handled no request for {GIVEN_UP:.0f} s")
            took = GIVEN_UP
        self._report.recoveries[name] = max(took, self._report.recoveries.get(name, 0.0))
        self._report.cycles[name] += 1
        self._report.findings.lost += await self._ledger.lost_lately(self._site.cluster)

    def _must_live(self, clients: list[asyncio.Task[None]]) -> None:
        """Raises an error if a client ended, which is a bug of this program."""
        for client in clients:
            if client.done() and (error := client.exception()):
                raise error
        for program in (*self._site.servers, self._site.worker):
            if program and not program.is_running:
                raise Failure(f"A program ended by itself: {gist(program.said)}")

    async def _settle(self, clients: list[asyncio.Task[None]]) -> None:
        """Waits until every client has finished its request."""
        self._working = False
        await asyncio.gather(*clients)

    async def _finished(self) -> Report:
        say("Comparing all rows with the ledger")
        found = await self._ledger.compare(self._site.cluster)
        # A row that was missing during the run counts as lost even if it is there again.
        found.lost = [self._ledger.with_story(line) for line in sorted({*found.lost, *self._report.findings.lost})]
        found.ghosts = [self._ledger.with_story(line) for line in found.ghosts]
        self._report.findings = found
        await self._pushes()
        return self._summed()

    def _summed(self) -> Report:
        report, watch = self._report, self._watch
        report.acknowledged = self._ledger.acknowledged
        report.faults += watch.faults
        report.slowest_refusal, report.without_hint = watch.slowest_refusal, watch.without_hint
        return report

    async def _pushes(self) -> None:
        """Checks that the stand-in for Apple got each push that the worker recorded as sent, once. A push that was in flight when the worker
        was killed may arrive twice, with the same id."""
        waiting = "SELECT count(*) FROM notifications WHERE state IN ('pending', 'sending') AND due_at <= clock_timestamp()"
        # A killed worker's leases last for 30 seconds. End them, so that this check needn't wait for that.
        patience, end = time.monotonic() + 3, time.monotonic() + 120
        while (left := int((await self._site.cluster.rows(waiting))[0][0])) and time.monotonic() < end:
            await asyncio.sleep(0.2)
            if time.monotonic() > patience:
                patience = end
                await self._site.cluster.rows("UPDATE notifications SET lease_until = clock_timestamp() WHERE lease_id IS NOT NULL")
        await asyncio.sleep(0.5)
        states = dict(await self._site.cluster.rows("SELECT id, state FROM push_deliveries"))
        sent = {name for name, state in states.items() if state == "sent"}
        taken = self._site.apple.taken()
        if left:
            self._report.faults.append(f"{left} notifications are still waiting")
        self._report.findings.lost += [f"push {name}" for name in sorted(sent - taken.keys())]
        self._report.findings.ghosts += [f"push {name}" for name in sorted(taken.keys() - states.keys())]
        self._report.pushes = f"pushes {len(taken)}, sent again with the same id {taken.total() - len(taken)}"
