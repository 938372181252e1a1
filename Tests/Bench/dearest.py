"""bin/bench dearest: the processor time of each operation's dearest request, in a community with the longest lists.

The requests follow from the OpenAPI document of the measured server: each text of a body has the greatest length that the document allows,
and each list the greatest number of elements. dearest_requests.py makes them, and dearest_world.py makes the community.
"""

import base64
import dataclasses
import pathlib

import dearest_requests
import dearest_world
import processor
from database import COPY
from report import Result
from settings import Settings
from workplace import Workplace, workplace

from tools.client import Client
from tools.failure import say

#: The milliseconds of a processor that no request may take, the server's and PostgreSQL's together, unless `LIMITED` names it.
MOST = 20
SHOWN = 10
#: The operations that may take longer, with the reason and what limits them.
LIMITED = {
    "logIn": "a password hash; 25 wrong and 30 right ones an hour from an address (rules 20.4 and 20.6), a third of two threads a community (20.3)",
    "signUp": "a password hash; as log-ins, and 10 accounts an hour from an address",
    "createTenant": "a password hash; one an hour from an address",
    "changePassword": "two password hashes; 30 an hour a person (rule 20.6)",
    "deleteAccount": "a password hash; 30 an hour a person (rule 20.6)",
    "exportMe": "everything that a person has; 3 an hour a person",
    "importHistory": "200 rooms; 20,000 a day a person",
    "setSubtitles": "a file of 1 MiB; 60 an hour a person, and other tasks run in between",
    "setAvatar": "a picture of 1 MiB; 120 an hour a person",
    "listChanges": "a first sync of a teacher with 10,200 assignments, whose rows are read once for each page",
    "showBoard": "10,000 cells: 100 tasks of 100 students; four requests of a person at once (rule 20.21)",
    "listTasks": "100 tasks with the counts of 10,000 assignments; as showBoard",
    "listTaskAssignments": "100 assignments with the texts of a task; as showBoard",
    "exportMarks": "10,000 marks with their tasks and students; as showBoard",
    "listReports": "100 reports with 100 texts of 1,000 letters, and as many comments of 4,000; as showBoard",
    "showDashboard": "300 of at most 1,000 active rooms (rule 5.13), each with 32 members; as showBoard",
    "createRoom": "32 people, of whom each gets a membership and a notification; 300 rooms an hour a person",
    "createNextRoom": "as createRoom",
    "createTask": "100 students, of whom each gets an assignment; 120 tasks an hour a person",
    "createComment": "4,000 letters that stand for eighteen each, beside 500 words of the filter; 60 a minute a person (rule 20.9)",
    "editComment": "as createComment; 60 a minute a person (rule 6.4)",
    "createFile": "a file of 1 MB, which is hashed and stored; 120 an hour a person",
    "removeStudent": "100 assignments, each with its history; for teachers, 300 changes a minute",
    "deleteTask": "100 assignments, each with its history; 300 changes a minute",
    "deleteRoom": "a room with 10,000 comments, which are erased in batches; 300 changes a minute",
    "deleteBot": "what a member has in every table; 50 bots a community",
    "handOver": "all tasks and students of a teacher; for admins, 300 changes a minute",
}


@dataclasses.dataclass(frozen=True)
class Cost:
    """The milliseconds of a processor of an operation's dearest request, and the status of its answer."""

    name: str
    server: float
    postgres: float
    status: int
    #: Why it was refused; empty if it wasn't.
    refusal: str = ""

    @property
    def both(self) -> float:
        return self.server + self.postgres


def measure(settings: Settings) -> Result:
    """Runs the whole measurement, from making the community to the table."""
    with workplace(settings) as place:
        place.database.make(COPY)
        scale = min(1.0, float(settings.scale))
        place.postgres.psql("-v", f"limits={dearest_world.limits(place)}", "-f", pathlib.Path(__file__).with_name("dearest.sql"), database=COPY)
        # Nothing else may use the processor in the measured processes.
        server = place.serve(place.program, {"DATABASE_POOL": "4", "MASTER_KEY": base64.b64encode(bytes(range(32))).decode()})
        try:
            client = Client(server.port)
            world = dearest_world.World(place, client, scale)
            world.fill()
            costs = _costs(place, server.pid, client, world, settings.rounds)
        finally:
            server.stop()
    return _result(place, world, costs)


def _costs(place: Workplace, pid: int, client: Client, world: dearest_world.World, rounds: int) -> list[Cost]:
    document = client.ask("GET", "/openapi.json").json()
    found: dict[str, Cost] = {}
    for request in dearest_requests.every(document, world):
        costs = [_cost(place, pid, client, request) for _ in range(1 if request.once else rounds + 1)]
        # The first request of a kind also prepares statements. A repeated one may be refused, and so cost less.
        same = [cost for cost in costs[1:] if cost.status == costs[0].status] or costs[:1]
        least = min(same, key=lambda cost: cost.both)
        before = found.get(request.name)
        if before is None or (bool(before.refusal), least.both) > (bool(least.refusal), before.both):
            found[request.name] = least
    return sorted(found.values(), key=lambda cost: -cost.both)


def _cost(place: Workplace, pid: int, client: Client, request: dearest_requests.Request) -> Cost:
    before = _times(place, pid)
    answer = client.answer(request.method, request.path, request.token, request.body, request.headers)
    after = _times(place, pid)
    refusal = answer.body[:300].decode(errors="replace") if answer.status >= 400 else ""
    return Cost(request.name, 1000 * (after[0] - before[0]), 1000 * (after[1] - before[1]), answer.status, refusal)


def _times(place: Workplace, pid: int) -> tuple[float, float]:
    return processor.precisely({pid}), processor.precisely(processor.members(place.postgres.pid))


def _result(place: Workplace, world: dearest_world.World, costs: list[Cost]) -> Result:
    lines = [f"{cost.both:9.1f} {cost.server:9.1f} {cost.postgres:9.1f}   {cost.status}   {cost.name}   {cost.refusal}".rstrip() for cost in costs]
    over = [cost for cost in costs if cost.both > MOST]
    named = [f"  {cost.name}: {LIMITED[cost.name]}" for cost in over if cost.name in LIMITED]
    refused = [f"{cost.name} ({cost.status})" for cost in costs if cost.status >= 400]
    text = "\n\n".join([
        "\n".join(place.title(f"The dearest requests of {len(costs)} operations, {world.described()}.")),
        "\n".join(["ms of a processor: both, the server, PostgreSQL; status; operation", *lines[:SHOWN]]),
        "\n".join([f"Above {MOST} ms, for a reason and within a limit:", *named]) if named else f"None takes more than {MOST} ms for a reason.",
        f"Measured as refusals: {', '.join(refused) or 'none'}"])
    (place.work / "dearest.txt").write_text("\n".join(lines) + "\n")
    say(f"All figures: {place.work / 'dearest.txt'}")
    return Result("dearest", text, missed=[cost.name for cost in over if cost.name not in LIMITED])
