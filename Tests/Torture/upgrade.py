"""An upgrade without downtime: the old programs run on the new schema, the new programs replace them, the old ones those, and the new ones those."""

import asyncio
import json
import os
import pathlib
import re
import time
from typing import Any

from programs import run
from report import Report
from rounds import Rounds
from world import Person

from tools.failure import Failure, say
from tools.wire import Wire

#: The walkthroughs in the documentation of every version, and the communities that they create.
WALKS = {"docs/first-evening.md": "den", "docs/class.md": "studio"}
#: Fixed values for path and query parameters. The others come from the database.
NAMED = {"season": "1", "episode": "1", "showID": "95396", "movieID": "603", "username": "person1", "query": "severance", "mode": "untimed",
         "period": "all"}
#: The seconds for which the clients run in each state of the upgrade.
WHILE = 6


class Upgrade(Rounds):
    """An upgrade under load, there, back and there again, without other harms. Every loss, refusal and changed response is a fault."""

    async def run(self) -> Report:
        """Upgrades from the older version to the newer, as an operator does."""
        await self._begin()
        clients = self._clients()
        await asyncio.sleep(WHILE)
        reads = await Reads.found(self._site.operate, self._site.ports[0], self._people, self._site.cluster)
        statuses = await reads.statuses()
        say(f"Reading {len(statuses)} resources by GET")
        await self._migrate()
        await asyncio.sleep(WHILE)
        self._must_live(clients)
        self._compare("the old version on the new schema", statuses, await reads.statuses())
        await self._walk(self._arguments.upgrade / ".build" / "debug", "old")
        # A restarted server has no prepared statements yet.
        await self._site.servers[0].kill()
        await self._site.servers[0].start()
        await self._site.serving(0)
        await asyncio.sleep(WHILE)
        self._must_live(clients)
        old = self._arguments.upgrade / ".build" / "debug"
        for programs, version in ((self._arguments.programs, "new"), (old, "old"), (self._arguments.programs, "new")):
            await self._replace(programs, version, clients)
            self._compare(f"the {version} version", statuses, await reads.statuses())
        await self._walk(self._arguments.programs, "new")
        await self._settle(clients)
        return await self._finished()

    async def _replace(self, programs: pathlib.Path, version: str, clients: list[asyncio.Task[None]]) -> None:
        """Replaces the programs by those of another version, one after the other."""
        for number, server in enumerate(self._site.servers):
            say(f"Replacing server {number + 1} by the {version} version")
            await self._site.renew(server, programs)
            await self._site.serving(number)
            await asyncio.sleep(WHILE)
            self._must_live(clients)
        assert self._site.worker
        await self._site.renew(self._site.worker, programs)

    async def _migrate(self) -> None:
        """Migrates the database under load, with the new version's program."""
        watch = self._watch
        before, watch.slowest = watch.answers.copy(), 0.0
        begun = time.monotonic()
        await self._site.operate("migrate", programs=self._arguments.programs)
        took = time.monotonic() - begun
        await asyncio.sleep(2)
        refused = (watch.answers - before)[503]
        self._report.more.append(
            f"migrated under load in {took:.2f} s: {sum((watch.answers - before).values())} requests answered until 2 s later, "
            f"the slowest after {watch.slowest:.2f} s, {refused} by 503")

    def _compare(self, who: str, before: dict[str, int], after: dict[str, int]) -> None:
        """Checks that every GET request is answered with the same status as before the upgrade."""
        # An export is allowed a few times an hour, whichever version answers.
        others = [f"{who} answers {what} with {after.get(what)} instead of {status}" for what, status in before.items()
                  if after.get(what) not in (status, 429)]
        self._report.faults += others
        self._report.more.append(f"{who}: {len(before) - len(others)} of {len(before)} GET requests have the same status as before")

    async def _walk(self, programs: pathlib.Path, version: str) -> None:
        """Runs the older version's walkthroughs, with operators' commands and the API. Each step depends on the previous responses."""
        folder = self._site.folder / f"walk-{version}"
        folder.mkdir()
        (folder / ".curlrc").write_text("fail-with-body\n")
        for name, community in WALKS.items():
            text = (self._arguments.upgrade / name).read_text(encoding="utf-8")
            steps = re.findall(r"^```sh\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
            script = re.sub(rf"\b{community}\b", f"{community}-{version}", "\n".join(["set -euo pipefail", *steps]))
            script = script.replace("localhost:8080", f"127.0.0.1:{self._site.ports[0]}")
            path = os.pathsep.join([str(programs), os.environ["PATH"]])
            try:
                await run(["bash", "-c", script], {**self._site.owner, "PATH": path, "CURL_HOME": str(folder)})
                self._report.more.append(f"{name} by the {version} version: {len(steps)} steps succeeded")
            except Failure as failure:
                self._report.faults.append(f"{name} by the {version} version: {str(failure)[-300:]}")
            # Delete the walkthrough's community, so that its rows don't count as ghosts.
            await self._site.operate("tenant", "delete", f"{community}-{version}", "--yes", programs=programs)


class Reads:
    """Every GET request of the older version's OpenAPI document, as a teacher and as a student."""

    def __init__(self, port: int, paths: list[tuple[Person, str]]) -> None:
        self._port = port
        self._paths = paths

    @staticmethod
    async def found(operate: Any, port: int, people: list[Person], cluster: Any) -> "Reads":
        """Makes the requests of the document, with existing ids."""
        document = json.loads(await operate("openapi"))
        paths = []
        for person in (people[0], people[-1]):
            known = NAMED | await _known(person, people, cluster)
            for path, item in document["paths"].items():
                if "get" in item and (filled := _filled(path, item["get"], known)):
                    paths.append((person, filled))
        return Reads(port, paths)

    async def statuses(self) -> dict[str, int]:
        """The status of each response, by person and path."""
        wire = Wire(self._port)
        found = {}
        for person, path in self._paths:
            answer = await wire.ask("GET", path, person.token)
            found[f"{person.name}'s {path}"] = answer.status
        wire.close()
        return found


def _filled(path: str, operation: Any, known: dict[str, str]) -> str:
    """Returns a path with all its required parameters; an empty text if the value of one isn't known."""
    needed = [parameter for parameter in operation.get("parameters", []) if parameter.get("required")]
    if any(parameter["name"] not in known for parameter in needed):
        return ""
    for parameter in needed:
        if parameter["in"] == "path":
            path = path.replace(f"{{{parameter['name']}}}", known[parameter["name"]])
    query = "&".join(f"{parameter['name']}={known[parameter['name']]}" for parameter in needed if parameter["in"] == "query")
    return f"{path}?{query}" if query else path


async def _known(person: Person, people: list[Person], cluster: Any) -> dict[str, str]:
    """The ids of a person's rows that the clients don't change."""
    queries = {
        "roomID": f"SELECT room_id FROM memberships WHERE user_id = '{person.id}' LIMIT 1",
        "taskID": "SELECT id FROM tasks WHERE title LIKE 'of %' LIMIT 1",
        "assignmentID": f"SELECT id FROM assignments WHERE student_id = '{person.id}' LIMIT 1",
        "challengeID": f"SELECT challenge_id FROM plays WHERE user_id = '{person.id}' AND finished_at IS NOT NULL LIMIT 1",
        "playID": f"SELECT id FROM plays WHERE user_id = '{person.id}' AND finished_at IS NOT NULL LIMIT 1",
    }
    found = {"userID": next(other.id for other in reversed(people) if other is not person)}
    for name, query in queries.items():
        if rows := await cluster.rows(query):
            found[name] = rows[0][0]
    return found
