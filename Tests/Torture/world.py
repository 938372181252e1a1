"""The people who use the servers, and the data that exists before the first harm."""

import base64
import dataclasses
from typing import Any

from deployment import TOPIC
from ledger import QUERIES, Ledger
from place import Site

from tools.failure import Failure
from tools.wire import Answer, Wire

TEACHERS = 2
PEOPLE = 8
PASSWORD = "correct horse battery"
#: The rate limits per person that the run raises, because it doesn't test them.
LIMITS = ("comments", "rooms", "files", "entries", "tasks", "challenges", "feedback", "invites", "friendRequests", "reactions", "changes", "edits",
          "marks", "moves", "profileChanges", "muteChanges", "filterChanges", "playerEvents")


@dataclasses.dataclass
class Person:
    """A person who is logged in."""

    id: str
    name: str
    token: str
    is_teacher: bool
    #: For a student: the assignment that gets their entries.
    assignment: str = ""
    #: For a teacher: the ids of their students.
    students: list[str] = dataclasses.field(default_factory=list)
    #: Other people's challenges that the person may join, each with its code and its maker.
    invitations: list[tuple[str, str, str]] = dataclasses.field(default_factory=list)
    #: The number of log-ins so far, which the server limits to 30 an hour.
    log_ins: int = 0
    #: Uploaded files that are neither attached nor deleted. The server allows 20 of them.
    files: list[str] = dataclasses.field(default_factory=list)

    @property
    def basic(self) -> str:
        """The Authorization header for another log-in."""
        return "Basic " + base64.b64encode(f"{self.name}@example.org:{PASSWORD}".encode()).decode()


async def populate(site: Site, ledger: Ledger, count: int = PEOPLE) -> list[Person]:
    """Creates people who are all friends, each with a device, and a task for each student."""
    await site.operate("tenant", "create", site.tenant, "--name", "Torture", *site.of_tenant)
    await site.start_worker(site.tenant)
    wire = site.wires()[0]
    people = [await _join(site, wire, f"person{number}", number < TEACHERS) for number in range(count)]
    # Raise the rate limits per person, which this run doesn't test.
    limits = ", ".join(f"('{name}')" for name in LIMITS)
    await site.cluster.rows(f"INSERT INTO tenant_limits SELECT id, l.name, 1000000 FROM tenants, (VALUES {limits}) AS l (name)")
    for person in people:
        for other in people:
            if other is not person:
                await _done(wire, person, "PUT", f"/v1/friends/{other.id}")
        device = f"{people.index(person):064x}"
        await _done(wire, person, "PUT", f"/v1/devices/{device}", {"environment": "sandbox", "topic": TOPIC})
    for number, student in enumerate(people[TEACHERS:]):
        teacher = people[number % TEACHERS]
        await _done(wire, teacher, "PUT", f"/v1/students/{student.id}")
        teacher.students.append(student.id)
        await _done(wire, teacher, "POST", "/v1/tasks", {"title": f"of {student.name}", "studentIDs": [student.id]})
        student.assignment = (await _done(wire, student, "GET", "/v1/assignments"))["items"][0]["id"]
    wire.close()
    await site.cluster.rows("CHECKPOINT")
    await _note(site, ledger)
    return people


async def _join(site: Site, wire: Wire, name: str, is_teacher: bool) -> Person:
    role = "teacher" if is_teacher else "student"
    invite = await site.operate("invite", "create", "--tenant", site.tenant, "--role", role)
    user = {"invite": invite, "email": f"{name}@example.org", "password": PASSWORD, "username": name, "birthday": "1980-01-01"}
    answer = right(await wire.ask("POST", "/v1/users", "", user, {"Davenport-Tenant": site.tenant}))
    return Person(answer["user"]["id"], name, answer["token"], is_teacher)


async def _done(wire: Wire, person: Person, method: str, path: str, body: Any = None) -> Any:
    return right(await wire.ask(method, path, person.token, body))


def right(answer: Answer) -> Any:
    """The response's JSON. Raises Failure if the status is unexpected."""
    if answer.status >= 300:
        raise Failure(f"A request of the set-up was answered with {answer.status} {answer.code}.")
    return answer.json() if answer.body else None


async def _note(site: Site, ledger: Ledger) -> None:
    """Records the existing rows, so that they don't count as ghosts."""
    for kind, query in QUERIES.items():
        for name, value in await site.cluster.rows(query):
            ledger.begin(kind, name, value)
