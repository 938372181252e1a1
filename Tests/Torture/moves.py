"""Moves communities between pods under load. The mover and the pods are killed at each step; no acknowledged change may be missing or double."""

import argparse
import asyncio
import random
import time
from collections import Counter

from harmed_move import OUTCOMES, HarmedMove
from pods import Community, Pod, PodSite
from report import Report
from scenes import Scenes
from visitor import percentile
from work import Act, Client, Watch
from world import populate

from tools.failure import Failure, gist, say
from tools.wire import Unanswered

#: The communities of a full run, and of one of few moves. Each has this many people with a client each.
COMMUNITIES, FEW, CLIENTS = 6, 3, 4
#: The mean pause of a client between two requests, in seconds.
PAUSE = 1.2
#: The highest permitted ratio of the other communities' p99 during moves to that between moves.
SLOWER = 1.3


class PacedClient(Client):
    """A client that pauses between its requests, and notes how long each took until it was acknowledged."""

    def __init__(self, community: Community, watch: Watch, chance: random.Random, number: int) -> None:
        people = community.people
        super().__init__(
            community, people, people[number % len(people)], community.ledger, watch, chance,  # type: ignore[arg-type]
            leads=number < len(people))
        #: The beginning and the duration of each request, except for log-ins, which take as long as the hash of a password.
        self.times: list[tuple[float, float]] = []

    async def _do(self, act: Act) -> None:
        await asyncio.sleep(self._chance.expovariate(1 / PAUSE))
        begun = time.monotonic()
        await super()._do(act)
        if act.kind != "sessions":
            self.times.append((begun, time.monotonic() - begun))


class Moves:
    """A run of moves."""

    def __init__(self, site: PodSite, chance: random.Random, arguments: argparse.Namespace, ending: asyncio.Event) -> None:
        self.site, self._chance, self._ending = site, chance, ending
        self._moves = arguments.moves
        #: Whether the run also measures. A short one of three moves doesn't.
        self.is_long = arguments.moves > 3
        self.report = Report(patience=arguments.recovery)
        self.watches: dict[str, Watch] = {}
        self.communities: list[Community] = []
        self.clients: dict[str, list[PacedClient]] = {}
        self._working = True
        self._tasks: list[asyncio.Task[None]] = []
        #: The undisturbed moves: begin, end and community. The times between them are quiet.
        self._spans: list[tuple[float, float, str]] = []
        self._quiet: list[tuple[float, float]] = []
        #: The number of commands of the last undisturbed move, at each of which a harm happens.
        self.steps = 1
        #: The seconds for which each community was closed, and the feeds that were read anew.
        self._closed: list[float] = []
        self._resyncs = 0

    async def run(self) -> Report:
        """Moves communities as often as asked, undisturbed and with kills, and then measures."""
        await self._begin()
        plan = self._plan()
        for number, harm in enumerate(plan):
            if self._ending.is_set():
                break
            await self._cycle(harm)
            if (number + 1) % 10 == 0:
                say(f"{number + 1} moves, {self._acknowledged().total()} acknowledged, {len(self.report.findings.lost)} lost")
        scenes = Scenes(self)
        if self.is_long:
            await scenes.harmed()
        await self._settle()
        await self._compare()
        if self.is_long:
            await scenes.cost()
        return self._finished()

    async def self_test(self) -> Report:
        """Checks that faults are found: a community that is suspended too late, and one that is open in two pods."""
        await self._begin()
        for community in self.communities:
            source = community.pod
            self.site.step = lambda pod, command, source=source: self._too_late(source, pod, command)
            await self.move(community)
            await self.forget(community, source)
            await self._check_lately(community)
            if self.report.findings.lost:
                break
        found = {"what was written after the export": bool(self.report.findings.lost)}
        self.site.step = lambda pod, command: None
        # Another community, because the first one's audit log has split.
        community = self.communities[-1]
        source = community.pod
        await self.move(community)
        await source.operate("tenant", "resume", community.tenant)
        found["a community that is open in two pods"] = not await self._is_once(community)
        try:
            await self.site.merge()
            found["a host that occurs twice"] = False
        except Failure as failure:
            found["a host that occurs twice"] = "is open in" in str(failure)
        await self._settle()
        self.report.self_test = found
        return self._summed()

    async def _too_late(self, source: Pod, pod: str, command: str) -> str | None:
        """Leaves the suspension out until the copy is compared, and the comparison too."""
        if pod != source.name or not command.startswith(("tenant suspend", "tenant verify")):
            return None
        if command.startswith("tenant verify"):
            # The clients write into the copy that is left behind.
            await asyncio.sleep(1)
            await source.operate("tenant", "suspend", command.split()[2], "--moving")
        return "skip"

    # The run's parts

    async def _begin(self) -> None:
        say("Starting three pods and nginx")
        await self.site.start()
        count = COMMUNITIES if self.is_long else FEW
        self.communities = [Community(self.site, number, self.site.pods[number % 3]) for number in range(count)]

        async def fill(community: Community) -> None:
            community.people = await populate(community, community.ledger, CLIENTS)  # type: ignore[arg-type]
            community.code = await community.operate("invite", "create", "--tenant", community.tenant, "--role", "student")
            self.watches[community.tenant] = Watch(1)
            self.clients[community.tenant] = [
                PacedClient(community, self.watches[community.tenant], random.Random(self._chance.random()), number)
                for number in range(CLIENTS)]

        await asyncio.gather(*map(fill, self.communities))
        for community in self.communities:
            self._tasks += [asyncio.create_task(client.work(lambda: self._working)) for client in self.clients[community.tenant]]
            self._tasks.append(asyncio.create_task(self._follow(community)))
        say(f"{count} communities with {CLIENTS} clients each begin")

    def _plan(self) -> list[str]:
        """The harm of each move: who is killed, or a command that fails. Of 60, each step is once that at which the mover is killed, and twice a
        pod's."""
        if not self.is_long:
            return ["", self._chance.choice(("mover", "command")), self._chance.choice(("source", "target"))][:self._moves]
        harms = ["mover", "source", "target"] * (self._moves // 4) + ["command"] * (self._moves // 8)
        harms += [""] * (self._moves - len(harms) - 1)
        self._chance.shuffle(harms)
        # The first move shows the steps.
        return ["", *harms][:self._moves]

    async def _cycle(self, harm: str) -> None:
        quiet = time.monotonic()
        await asyncio.sleep(self._chance.uniform(1, 2) if self.is_long else 0.5)
        if harm == "":
            self._quiet.append((quiet, time.monotonic()))
        community = self._chance.choice(self.communities)
        source, begun = community.pod, time.monotonic()
        target = self._chance.choice([pod for pod in self.site.pods if pod is not source])
        if harm:
            await HarmedMove(self, community, target, harm, self._chance).run()
        else:
            await self.move(community, target)
            self._spans.append((begun, time.monotonic(), community.tenant))
        self.report.cycles[OUTCOMES[harm]] += 1
        if not await self._is_once(community):
            self.report.faults.append(f"{community.tenant} is {await self.site.states(community)}")
        await community.answers()
        await self.forget(community, source)
        await self._check_lately(community)
        self._must_live()

    async def move(self, community: Community, target: Pod | None = None) -> None:
        """Moves a community, by default to any other pod. It must succeed."""
        source = community.pod
        target = target or next(pod for pod in self.site.pods if pod is not source)
        self.site.taken.clear()
        mover = await self.site.mover(community.tenant, source.name, target.name)
        if await mover.wait() != 0:
            raise Failure(f"{community.tenant} did not move from {source.name} to {target.name}: {gist(self.site.said)}")
        self.steps = len(self.site.taken)
        began = next(at for at, command in self.site.taken if " tenant suspend " in command)
        # The community is open when the command after the last one that opens it begins.
        resumed = max(at for at, command in self.site.taken if " tenant resume " in command)
        self._closed.append(next(at for at, _ in self.site.taken if at > resumed) - began)
        community.pod = target

    # Checks

    async def _is_once(self, community: Community) -> bool:
        """Whether the community is open in its pod, and in no other."""
        states = await self.site.states(community)
        return [name for name, state in states.items() if state == "open"] == [community.pod.name]

    async def forget(self, community: Community, source: Pod) -> None:
        """Deletes the copy that a move has left."""
        await community.leave(source)
        forgetting = await self.site.mover(community.tenant, source.name, community.pod.name, "--forget")
        if await forgetting.wait() != 0:
            raise Failure(f"The copy of {community.tenant} in {source.name} was not deleted: {gist(self.site.said)}")

    async def _check_lately(self, community: Community) -> None:
        lost = await community.ledger.lost_lately(community.cluster)  # type: ignore[arg-type]
        self.report.findings.lost += [f"{community.tenant}: {line}" for line in lost]

    def _must_live(self) -> None:
        """Raises an error if a client or a program ended by itself."""
        for task in self._tasks:
            if task.done() and (error := task.exception()):
                raise error
        for pod in self.site.pods:
            for program in (pod.server, pod.worker, pod.cluster.program):
                if program and not program.is_running:
                    raise Failure(f"A program of pod {pod.name} ended by itself: {gist(program.said)}")

    async def _follow(self, community: Community) -> None:
        """Reads the feed of a person: answers are 200, 410 after a move, or 503 with Retry-After."""
        wire, person, since = community.wires()[0], community.people[0], "now"
        while self._working:
            try:
                answer = await wire.ask("GET", f"/v1/changes?since={since}&wait=5", person.token)
            except Unanswered:
                await asyncio.sleep(0.05)
                continue
            if answer.status == 200:
                since = answer.json()["next"]
            elif answer.status == 410:
                since = "now"
                self._resyncs += 1
            else:
                self.watches[community.tenant].refused(answer, 0, False)
                await asyncio.sleep(0.05)
        wire.close()

    async def _settle(self) -> None:
        self._working = False
        await asyncio.gather(*self._tasks)

    async def _compare(self) -> None:
        """Compares each community with its ledger, and all pushes with those that arrived."""
        say("Comparing all rows with the ledgers")
        found = self.report.findings
        found.lost = sorted(set(found.lost))
        compared = await asyncio.gather(
            *(community.ledger.compare(community.cluster) for community in self.communities))  # type: ignore[arg-type]
        for community, own in zip(self.communities, compared, strict=True):
            for lines, more in ((found.lost, own.lost), (found.ghosts, own.ghosts), (found.doubled, own.doubled)):
                lines += [f"{community.tenant}: {community.ledger.with_story(line)}" for line in more]
            await self._goes_on(community)
        await self._pushes()

    async def _goes_on(self, community: Community) -> None:
        """Checks that sessions, devices and an invite from before all moves are valid."""
        wire = community.wires()[0]
        for number, person in enumerate(community.people):
            me, devices = [await wire.ask("GET", path, person.token) for path in ("/v1/me", "/v1/devices")]
            tokens = [device["token"] for device in devices.json()["items"]] if devices.status == 200 else []
            # The server shows the last four letters of a token.
            if me.status != 200 or me.json()["id"] != person.id or f"{number:04x}" not in tokens:
                self.report.faults.append(f"{person.name} of {community.tenant} has lost the session or the device")
        if (answer := await wire.ask("POST", "/v1/invites/lookup", "", {"code": community.code})).status != 200:
            self.report.faults.append(f"the invite of {community.tenant} is answered {answer.status} {answer.code}")
        wire.close()

    async def _pushes(self) -> None:
        """Checks that each push that a worker recorded as sent arrived, and that the pods to which communities moved push too."""
        end, sent = time.monotonic() + 60, dict[str, set[str]]()
        while time.monotonic() < end:
            sent = {community.tenant: await community.sent() for community in self.communities}
            if all(sent.values()):
                break
            await asyncio.sleep(0.5)
        self.report.faults += [f"no push left {tenant}'s new pod" for tenant, pushes in sent.items() if not pushes]
        taken = self.site.apple.taken()
        everything = set().union(*sent.values(), *(community.pushed for community in self.communities))
        self.report.findings.lost += [f"push {name}" for name in sorted(everything - taken.keys())]
        self.report.pushes = f"pushes {len(taken)}, sent again with the same id {taken.total() - len(taken)}"

    def _acknowledged(self) -> Counter[str]:
        return sum((community.ledger.acknowledged for community in self.communities), Counter[str]())

    def slow(self) -> tuple[float, float]:
        """The p99 in milliseconds of communities that didn't move, between the undisturbed moves and during them."""
        quiet, moving = list[float](), list[float]()
        for tenant, clients in self.clients.items():
            for begun, took in (times for client in clients for times in client.times):
                if any(first <= begun < last for first, last in self._quiet):
                    quiet.append(took)
                elif any(first <= begun < last and name != tenant for first, last, name in self._spans):
                    moving.append(took)
        return percentile(quiet, 99), percentile(moving, 99)

    def _finished(self) -> Report:
        before, during = self.slow()
        watches = list(self.watches.values())
        answers = sum((watch.answers for watch in watches), Counter[int]())
        if self.is_long and during > SLOWER * before:
            self.report.faults.append(f"the other communities' p99 was {during:.0f} ms during moves, and {before:.0f} ms between them")
        self.report.more += [
            f"a community was closed for {percentile(self._closed, 50) / 1000:.1f} s in half of the moves, {max(self._closed, default=0):.1f} s at "
            f"most; other communities' p99 {before:.0f} ms between moves, {during:.0f} ms during them",
            f"answers {dict(sorted(answers.items()))}, unanswered {sum(watch.unanswered for watch in watches)}, "
            f"feeds read anew {self._resyncs}"]
        return self._summed()

    def _summed(self) -> Report:
        self.report.acknowledged = self._acknowledged()
        for tenant, watch in self.watches.items():
            self.report.faults += [f"{tenant}: {fault}" for fault in watch.faults]
            self.report.without_hint += watch.without_hint
        return self.report
