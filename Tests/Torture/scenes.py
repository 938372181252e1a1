"""Measurements with several pods: what a pod that is stopped, hangs or is full does to the others, and what a request costs."""

import asyncio
import contextlib
import signal
import statistics
import time
from collections.abc import AsyncIterator, Callable, Iterable
from typing import TYPE_CHECKING, Any

from Bench.processor import family
from pods import Community, Pod
from visitor import percentile
from work import new
from world import right

from tools.failure import say
from tools.wire import Unanswered, Wire

if TYPE_CHECKING:
    from moves import Moves

#: The seconds of a scene, and of the quiet time before it.
SCENE = 16.0
#: The connections that fill a pod.
CROWD = 200
#: The rounds of measuring the cost. In each, every pod in use gets this many requests from so many clients.
ROUNDS, REQUESTS, CLIENTS = 9, 300, 6
#: The requests a second for each pod. A request costs more if its pod slept before, so all pods get as many as the single one.
RATE = 50
#: How much more a request may cost with three pods than with one.
DEARER = 0.05
#: The highest permitted ratio of the other pods' p99 in a scene to that before.
SLOWER = 1.3


class Scenes:
    """The measurements at the end of a run."""

    def __init__(self, moves: "Moves") -> None:
        self._moves, self._site, self._report = moves, moves.site, moves.report

    async def harmed(self) -> None:
        """Stops one pod, lets its database hang, and fills it with waiting requests. The other pods must not notice."""
        await self._spread()
        victim = self._site.pods[2]
        for name, scene in (("stopped", self._stopped), ("hung", self._hung), ("full", self._full)):
            say(f"One pod is {name}")
            others = [community for community in self._moves.communities if community.pod is not victim]
            begun = time.monotonic()
            await asyncio.sleep(SCENE)
            refused, middle = self._refused(others), time.monotonic()
            async with scene(victim):
                await asyncio.sleep(SCENE)
            before, during = self._p99(others, begun, middle), self._p99(others, middle, middle + SCENE)
            refused = self._refused(others) - refused
            self._report.more.append(
                f"while a pod was {name}: other pods' p99 {during:.0f} ms, before {before:.0f} ms, refused or unanswered {refused}")
            if refused or during > SLOWER * before:
                self._report.faults.append(f"a pod that was {name} harmed others: p99 {before:.0f} to {during:.0f} ms, refused {refused}")
            for community in self._moves.communities:
                await community.answers()

    def _refused(self, communities: list[Community]) -> int:
        watches = [self._moves.watches[community.tenant] for community in communities]
        return sum(watch.unanswered + sum(count for status, count in watch.answers.items() if status >= 500) for watch in watches)

    def _p99(self, communities: list[Community], first: float, last: float) -> float:
        clients = [client for community in communities for client in self._moves.clients[community.tenant]]
        return percentile([took for client in clients for begun, took in client.times if first <= begun < last], 99)

    @contextlib.asynccontextmanager
    async def _stopped(self, pod: Pod) -> AsyncIterator[None]:
        """All of its processes stand still."""
        pod.signal(signal.SIGSTOP)
        try:
            yield
        finally:
            pod.signal(signal.SIGCONT)

    @contextlib.asynccontextmanager
    async def _hung(self, pod: Pod) -> AsyncIterator[None]:
        """Its database stands still."""
        pod.cluster.program.signal(signal.SIGSTOP)
        try:
            yield
        finally:
            pod.cluster.program.signal(signal.SIGCONT)

    @contextlib.asynccontextmanager
    async def _full(self, pod: Pod) -> AsyncIterator[None]:
        """It has more requests than nginx lets it have, and answers none."""
        host = next(community.host for community in self._moves.communities if community.pod is pod)

        async def wait() -> None:
            with contextlib.suppress(Unanswered):
                await Wire(self._site.port, name=host).ask("GET", "/v1/tenant", "")

        async with self._stopped(pod):
            crowd = [asyncio.create_task(wait()) for _ in range(CROWD)]
            yield
        await asyncio.gather(*crowd)

    async def _spread(self) -> None:
        """Moves communities until each pod has one."""
        for pod in self._site.pods:
            there = [community for community in self._moves.communities if community.pod is pod]
            if not there:
                many = max(self._site.pods, key=lambda other: sum(community.pod is other for community in self._moves.communities))
                community = next(community for community in self._moves.communities if community.pod is many)
                await self._moves.move(community, pod)
                await self._moves.forget(community, many)
                await community.answers()

    async def cost(self) -> None:
        """Measures the processor time of a request for a room's comments, with one pod and with three in turn."""
        say("Measuring what a request costs with one pod and with three")
        await self._spread()
        places = [next(c for c in self._moves.communities if c.pod is pod) for pod in self._site.pods]
        asks = {community.pod.name: await self._room(community) for community in places}
        one, three = [], []
        await self._round(asks)
        for number in range(ROUNDS):
            # The single pod is another one in each round, and the order changes.
            name = self._site.pods[number % 3].name
            alone, spread = (one, {name: asks[name]}), (three, asks)
            for costs, used in ((alone, spread) if number % 2 else (spread, alone)):
                costs.append(await self._round(used))
        ratio = statistics.median(three) / statistics.median(one)
        self._report.more.append(
            f"a room's comments cost {statistics.median(one):.0f} µs with one pod and {statistics.median(three):.0f} µs with three "
            f"(ratio {ratio:.3f}, {ROUNDS} rounds of {REQUESTS} for each pod, {RATE} a second)")
        # Three pods on one machine keep its processors awake, so a request is rather cheaper.
        if ratio > 1 + DEARER:
            self._report.faults.append(f"a request costs {ratio:.3f} times as much with three pods")

    async def _room(self, community: Community) -> Callable[[Wire], Any]:
        """Makes a room with comments. Returns the request for them."""
        person, room, wire = community.people[0], new(), community.wires()[0]
        body = {"id": room, "subject": {"kind": "custom", "title": "Cost"}, "memberIDs": [community.people[1].id]}
        right(await wire.ask("POST", "/v1/rooms", person.token, body))
        for number in range(40):
            comment = {"id": new(), "content": f"{number} " + "a comment as people write them " * 2}
            right(await wire.ask("POST", f"/v1/rooms/{room}/comments", person.token, comment))
        wire.close()
        return lambda to: to.ask("GET", f"/v1/rooms/{room}/comments", person.token, headers={"Host": community.host})

    async def _round(self, asks: dict[str, Callable[[Wire], Any]]) -> float:
        """Returns the microseconds of processor time of a request: of nginx, the servers and the databases of the pods in use."""
        async def client(ask: Callable[[Wire], Any], number: int) -> None:
            wire, due = Wire(self._site.port), time.monotonic() + number / RATE
            for _ in range(REQUESTS // CLIENTS):
                await asyncio.sleep(due - time.monotonic())
                right(await ask(wire))
                due += CLIENTS / RATE
            wire.close()

        before = self._used(asks)
        await asyncio.gather(*(client(ask, number) for ask in asks.values() for number in range(CLIENTS)))
        return (self._used(asks) - before) / (REQUESTS // CLIENTS * CLIENTS * len(asks)) * 1e6

    def _used(self, names: Iterable[str]) -> float:
        pods = map(self._site.pod, names)
        programs = [self._site.nginx, *(program for pod in pods for program in (pod.server, pod.cluster.program))]
        return sum(family(program.process.pid) for program in programs if program.process)
