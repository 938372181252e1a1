"""Restarts servers behind a proxy under load, and counts the failed requests. It uses the clients and the site of bin/torture."""

import argparse
import asyncio
import pathlib
import random
import signal
import sys
import time
from typing import Any

from front import NAME, Front
from ledger import Ledger
from place import Site
from programs import Program, until
from work import Watch, clients, mark, new
from world import Person, populate

from tools.failure import Failure, gist, say
from tools.running import in_folder
from tools.system import ROOT
from tools.wire import Unanswered, Wire

#: The address from which the clients connect. The proxy must pass it to the servers.
CLIENT = "127.0.0.2"
#: The largest allowed file, in bytes.
FILE = 20 * 1024 * 1024


class Fronted(Site):
    """A site whose two servers are behind a proxy."""

    settings = {"TRUSTED_PROXIES": "1", "ACCESS_LOG": "address"}
    #: The longest time in seconds until the proxy notices that a server is back.
    unnoticed = 0
    front: Front
    proxy: Program | None = None

    def wires(self) -> list[Wire]:
        return [Wire(self.front.port, tls=self.front.trust, name=NAME, origin=CLIENT)]


class Run:
    """One run, from the first client to the last restart."""

    def __init__(self, site: Fronted, chance: random.Random, arguments: argparse.Namespace) -> None:
        self._site, self._chance, self._arguments = site, chance, arguments
        self._ledger, self._watch = Ledger(), Watch(1)
        self._working = True
        self.failures: list[str] = []
        self.restarts = 0
        self.asked = 0
        self.slowest = 0.0

    async def run(self) -> None:
        say("Starting PostgreSQL, two servers and a worker")
        await self._site.start(with_pooler=False)
        front = self._site.front = Front(self._arguments.proxy, self._site.folder, self._site.ports)
        self._site.proxy = Program(front.command(), self._site.folder / f"{front.proxy}.log", front.environment)
        await self._site.proxy.start()
        await until(f"{front.proxy} listens", front.listens, 30, by=self._site.proxy)
        people = await populate(self._site, self._ledger)
        say(f"Starting {self._arguments.clients} clients behind {self._arguments.proxy}")
        tasks = [asyncio.create_task(work) for work in self._work(people)]
        end, reported = time.monotonic() + 60 * self._arguments.minutes, time.monotonic()
        while time.monotonic() < end:
            # Restart each server in turn, as in an upgrade.
            await self._restart(self.restarts % 2)
            for task in tasks:
                if task.done() and (error := task.exception()):
                    raise error
            if time.monotonic() >= reported + 30:
                reported = time.monotonic()
                say(f"{self.restarts} restarts, {self._count()} requests, {self._failed()} failed")
            await asyncio.sleep(self._chance.uniform(0, 1))
        self._working = False
        await asyncio.gather(*tasks)
        found = await self._ledger.compare(self._site.cluster)
        self.failures += [f"lost: {what}" for what in found.lost] + [f"exists without a request: {what}" for what in found.ghosts]
        self.failures += [f"exists twice: {what}" for what in found.doubled]
        await self._look_at_addresses()

    def _work(self, people: list[Person]) -> list[Any]:
        made = clients(self._site, people, self._arguments.clients, self._ledger, self._watch, self._chance)
        return [
            *(client.work(lambda: self._working) for client in made), *(self._wait_for_changes(person) for person in people[:4]),
            self._upload(people[0]), self._post_without_id(people[1], people[2])]

    async def _restart(self, number: int) -> None:
        server = self._site.servers[number]
        begun = time.monotonic()
        server.signal(signal.SIGTERM)
        assert server.process
        if await server.process.wait() != 0:
            raise Failure(f"A server ended with status {server.process.returncode}: {gist(server.said)}")
        self.slowest = max(self.slowest, time.monotonic() - begun)
        await server.start()
        await self._site.serving(number)
        await asyncio.sleep(self._site.unnoticed)
        self.restarts += 1

    async def _ask(self, wire: Wire, what: str, *request: Any, **more: Any) -> Any:
        self.asked += 1
        try:
            answer = await wire.ask(*request, **more)
        except Unanswered as error:
            return self.failures.append(f"{what}: {error}")
        if answer.status >= 300:
            return self.failures.append(f"{what}: {answer.status} {answer.code}")
        return answer.json() if answer.body else {}

    async def _wait_for_changes(self, person: Person) -> None:
        """Long-polls for changes, as an open app does."""
        wire, cursor = self._site.wires()[0], ""
        while self._working:
            path = f"/v1/changes?since={cursor}&wait=25" if cursor else "/v1/changes"
            page = await self._ask(wire, "changes", "GET", path, person.token, timeout=40)
            cursor = page["next"] if page else cursor
        wire.close()

    async def _upload(self, person: Person) -> None:
        """Uploads a file of the largest allowed size, and deletes it."""
        wire, content = self._site.wires()[0], self._chance.randbytes(FILE)
        headers = {"Content-Type": "application/octet-stream"}
        while self._working:
            path = f"/v1/files/{new()}"
            await self._ask(wire, "upload", "PUT", f"{path}?name=large.bin", person.token, content, headers, timeout=60)
            await self._ask(wire, "deletion", "DELETE", path, person.token)
            await asyncio.sleep(1)
        wire.close()

    async def _post_without_id(self, person: Person, other: Person) -> None:
        """Sends requests that a proxy must not retry, because the server would then execute them twice."""
        wire, posted = self._site.wires()[0], 0
        subject = {"kind": "custom", "title": mark()}
        room = await self._ask(wire, "room", "POST", "/v1/rooms", person.token, {"subject": subject, "memberIDs": [other.id]})
        if not room:
            return wire.close()
        self._ledger.begin("rooms", room["id"], subject["title"])
        while self._working:
            text = mark()
            comment = await self._ask(wire, "comment", "POST", f"/v1/rooms/{room['id']}/comments", person.token, {"content": text})
            if comment:
                posted += 1
                self._ledger.begin("comments", comment["id"], text)
            await asyncio.sleep(0.005)
        wire.close()
        count = int((await self._site.cluster.rows(f"SELECT count(*) FROM comments WHERE room_id = '{room['id']}'"))[0][0])
        if count != posted:
            self.failures.append(f"{posted} comments without an id were acknowledged, but {count} exist")

    async def _look_at_addresses(self) -> None:
        """Checks that the access log has the client's address for each request that came through the proxy."""
        for server in self._site.servers:
            wrong = [line for line in server.said.split("\n") if " POST " in line and f" address={CLIENT}" not in line]
            if wrong and not wrong[0].startswith("20"):
                # Only the end of the log is read, so its first line may be incomplete.
                wrong = wrong[1:]
            self.failures += [f"logged without the client's address: {line}" for line in wrong[:3]]

    def _count(self) -> int:
        return self.asked + sum(self._watch.answers.values()) + self._watch.unanswered

    def _failed(self) -> int:
        refused = sum(count for status, count in self._watch.answers.items() if status >= 500)
        return refused + self._watch.unanswered + len(self._watch.faults) + len(self.failures)

    def text(self, seconds: float) -> str:
        """The report, with the faults first."""
        lines = [f"  {what}" for what in (*self.failures[:20], *self._watch.faults[:20])]
        refused = {status: count for status, count in self._watch.answers.items() if status >= 500}
        if refused or self._watch.unanswered:
            lines.append(f"  by status: {refused}, unanswered: {self._watch.unanswered}")
        lines.append(
            f"{self._arguments.proxy}: {self.restarts} restarts in {seconds:.0f} s, the slowest end {self.slowest:.1f} s, "
            f"{self._count()} requests, {self._failed()} failed")
        return "\n".join(lines)

    @property
    def is_good(self) -> bool:
        return self._failed() == 0 and self.restarts > 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="bin/check --edge", description="Restart servers behind a proxy, and count the requests that fail.")
    parser.add_argument("proxy", choices=("nginx", "caddy"), help="the proxy")
    parser.add_argument("minutes", type=float, nargs="?", default=1.0, help="the duration; 1 by default")
    # With more clients than two processors can serve, some requests would get 503 even without a restart.
    parser.add_argument("--clients", type=int, default=8, help="the number of clients; 8 by default")
    parser.add_argument("--programs", type=pathlib.Path, default=ROOT / ".build" / "debug", help="the folder of the programs")
    return parser.parse_args()


async def _run(arguments: argparse.Namespace, folder: pathlib.Path) -> Run:
    site = Fronted(folder, arguments.programs.resolve(), random.Random(), ())
    if arguments.proxy == "caddy":
        # As docs/deploy/restarts.md recommends.
        site.settings, site.unnoticed = {**site.settings, "SHUTDOWN_NOTICE": "3"}, 3
    run = Run(site, random.Random(), arguments)
    try:
        await run.run()
        return run
    finally:
        if site.proxy:
            await site.proxy.kill()
        await site.end()


_asked = _arguments()
sys.exit(in_folder("bin/check --edge", lambda folder: _run(_asked, folder)))
