"""The clients' actions in all areas. A client repeats each request until it is acknowledged."""

import asyncio
import dataclasses
import random
import time
import uuid
from collections import Counter, deque
from collections.abc import Callable
from typing import Any

from games import Played
from ledger import Ledger, digest
from place import Site
from world import Person

from tools.wire import Answer, Unanswered

#: The kinds of notifications that clients mute and unmute.
KINDS = ("room.watched", "room.replies", "invite.accepted")


@dataclasses.dataclass
class Act:
    """An idempotent request, which a client may send any number of times."""

    kind: str
    name: str
    value: str
    method: str
    path: str
    body: Any = None
    headers: dict[str, str] = dataclasses.field(default_factory=dict)
    #: Whether the request deletes the row.
    is_removal: bool = False
    #: Called with the response that acknowledged it.
    then: Callable[[Answer], None] = lambda answer: None


class Watch:
    """What the clients observe of the servers: recoveries, refusals and faults."""

    def __init__(self, servers: int) -> None:
        self.answers: Counter[int] = Counter()
        self.unanswered = 0
        #: Responses that no client should ever get.
        self.faults: list[str] = []
        #: The longest time until a refusal while a server couldn't reach the database.
        self.slowest_refusal = 0.0
        self.without_hint = 0
        #: The longest time until a response.
        self.slowest = 0.0
        self.is_away = False
        self._since = [0.0] * servers
        self._seen: list[asyncio.Future[float] | None] = [None] * servers

    def back(self, server: int, at: float) -> "asyncio.Future[float]":
        """Records that a server can answer from this moment on. The future completes when it does, with the seconds until then."""
        self._since[server] = at
        seen: asyncio.Future[float] = asyncio.get_running_loop().create_future()
        self._seen[server] = seen
        return seen

    def done(self, server: int, begun: float) -> None:
        """Records that a server handled a request that was sent at that time."""
        seen = self._seen[server]
        if seen and not seen.done() and begun >= self._since[server]:
            seen.set_result(time.monotonic() - self._since[server])

    def refused(self, answer: Answer, took: float, was_away: bool) -> None:
        """Records that a server refused a request with 503."""
        if answer.status != 503:
            self.faults.append(f"{answer.status} {answer.code}")
        if "retry-after" not in answer.headers:
            self.without_hint += 1
        if was_away and self.is_away:
            self.slowest_refusal = max(self.slowest_refusal, took)


class Client:
    """One device of a person. It sends one request after another."""

    def __init__(
            self, site: Site, people: list[Person], person: Person, ledger: Ledger, watch: Watch, chance: random.Random,
            leads: bool) -> None:
        """
        - leads: whether this device changes the person's settings and submits their work. Only one device does, so that the last value is known.
        """
        self._wires, self._tenant = site.wires(), site.tenant
        self._people, self._person = people, person
        self._ledger, self._watch, self._chance = ledger, watch, chance
        self._rooms: deque[str] = deque(maxlen=20)
        self._comments: deque[tuple[str, str]] = deque(maxlen=20)
        self._challenges: list[str] = []
        self._plays: list[Played] = []
        # For a student: whether their work is submitted.
        self._is_submitted = False
        self._leads = leads

    async def work(self, goes_on: Callable[[], bool]) -> None:
        """Sends requests until `goes_on` returns false. It still finishes the request in flight."""
        try:
            while goes_on():
                await self._do(self._next())
        finally:
            for wire in self._wires:
                wire.close()

    async def _do(self, act: Act) -> None:
        if act.is_removal:
            self._ledger.leave(act.kind, act.name)
        else:
            self._ledger.send(act.kind, act.name, act.value)
        may_be_done = False
        while True:
            server = self._chance.randrange(len(self._wires))
            begun, was_away = time.monotonic(), self._watch.is_away
            try:
                answer = await self._wires[server].ask(act.method, act.path, self._token(act), act.body, act.headers)
            except Unanswered as error:
                self._watch.unanswered += 1
                self._ledger.note(act.kind, act.name, f"{act.method} to {server}: {error}")
                may_be_done = True
                await asyncio.sleep(0.05)
                continue
            self._watch.answers[answer.status] += 1
            self._ledger.note(act.kind, act.name, f"{act.method} to {server}: {answer.status}")
            self._watch.slowest = max(self._watch.slowest, time.monotonic() - begun)
            # An earlier attempt of the same request may have deleted it already.
            if answer.status < 300 or answer.status == 404 and act.method == "DELETE" and may_be_done:
                self._watch.done(server, begun)
                self._record(act, answer)
                return
            # In a long run a person reaches an hourly limit. The client then gives this action up.
            if answer.status == 429 and "retry-after" in answer.headers:
                return
            if answer.status < 500 and answer.status != 408:
                return self._watch.faults.append(f"{act.method} {act.path.rpartition('?')[0] or act.path}: {answer.status} {answer.code}")
            may_be_done = True
            self._watch.refused(answer, time.monotonic() - begun, was_away)
            await asyncio.sleep(0.05)

    def _token(self, act: Act) -> str:
        return "" if "Authorization" in act.headers else self._person.token

    def _record(self, act: Act, answer: Answer) -> None:
        if act.kind in ("sessions", "plays") and not act.name:
            found = answer.json()
            act.name = found["session"]["id"] if act.kind == "sessions" else found["id"]
        if act.is_removal:
            self._ledger.remove(act.kind, act.name)
        else:
            self._ledger.acknowledge(act.kind, act.name, act.value)
        act.then(answer)

    def _next(self) -> Act:
        makers = [
            (12, self._room), (40 if self._rooms else 0, self._comment), (4 if self._comments else 0, self._deletion), (4, self._file),
            (6, self._task if self._person.is_teacher else self._entry), (6, self._entry if self._person.assignment else self._task),
            (2 if self._leads and self._person.assignment else 0, self._work), (2, self._challenge), (2, self._join),
            (4 if self._challenges else 0, self._play), (12 if self._plays else 0, self._move), (3, self._feedback),
            (4, self._name), (4, self._preferences), (0.2 if self._person.log_ins < 20 else 0, self._log_in),
        ]
        return self._chance.choices([maker for _, maker in makers], [weight for weight, _ in makers])[0]()

    # The actions. Each text that they write is unique.

    def _room(self) -> Act:
        other = self._chance.choice([person for person in self._people if person is not self._person])
        name, title = new(), mark()

        def made(_: Answer) -> None:
            self._rooms.append(name)
            self._ledger.notified.add(("room.created", name, other.id, self._person.id))

        body = {"id": name, "subject": {"kind": "custom", "title": title}, "memberIDs": [other.id]}
        return Act("rooms", name, title, "POST", "/v1/rooms", body, then=made)

    def _comment(self) -> Act:
        name, text, room = new(), mark(), self._chance.choice(self._rooms)
        return Act(
            "comments", name, text, "POST", f"/v1/rooms/{room}/comments", {"id": name, "content": text},
            then=lambda _: self._comments.append((room, name)))

    def _deletion(self) -> Act:
        room, name = self._comments.popleft()
        return Act("comments", name, "", "DELETE", f"/v1/rooms/{room}/comments/{name}")

    def _task(self) -> Act:
        name, title = new(), mark()
        students = self._chance.sample(self._person.students, self._chance.randrange(2))

        def made(_: Answer) -> None:
            for student in students:
                self._ledger.acknowledge("assignments", f"{name} {student}", "assigned")

        for student in students:
            self._ledger.send("assignments", f"{name} {student}", "assigned")
        return Act("tasks", name, title, "POST", "/v1/tasks", {"id": name, "title": title, "studentIDs": students}, then=made)

    def _entry(self) -> Act:
        name, text = new(), mark()
        path = f"/v1/assignments/{self._person.assignment}/entries"
        return Act("entries", name, text, "POST", path, {"id": name, "action": "message", "text": text})

    def _work(self) -> Act:
        """Submits the student's work, with a file if one has been uploaded, or takes it back."""
        name, text, files = new(), mark(), self._person.files
        path = f"/v1/assignments/{self._person.assignment}/entries"
        self._is_submitted = not self._is_submitted
        if not self._is_submitted:
            return Act("entries", name, "", "POST", path, {"id": name, "action": "takeBack"})
        # The file belongs to the entry from now on, and no device deletes it.
        body = {"id": name, "action": "submit", "text": text, "fileIDs": [files.pop(0)] if files else []}
        return Act("entries", name, text, "POST", path, body)

    def _file(self) -> Act:
        files = self._person.files
        # The person's other devices upload files at the same time.
        if len(files) >= 12:
            name = files.pop(0)
            return Act("files", name, "", "DELETE", f"/v1/files/{name}", is_removal=True)
        name, content = new(), self._chance.randbytes(self._chance.randrange(1, 60_000))
        path, headers = f"/v1/files/{name}?name=notes.bin", {"Content-Type": "application/octet-stream"}
        return Act("files", name, digest(content), "PUT", path, content, headers, then=lambda _: files.append(name))

    def _challenge(self) -> Act:
        name, maker = new(), self._person

        def made(answer: Answer) -> None:
            self._challenges.append(name)
            self._ledger.acknowledge("players", f"{name} {maker.id}", "in")
            for person in self._people:
                if person is not maker:
                    person.invitations.append((name, answer.json()["code"], maker.id))

        self._ledger.send("players", f"{name} {maker.id}", "in")
        return Act("challenges", name, "made", "POST", "/v1/challenges", {"id": name, "mode": "untimed"}, then=made)

    def _join(self) -> Act:
        """Joins another person's challenge by its code, which all of the person's devices know."""
        if not self._person.invitations:
            return self._challenge()
        challenge, code, maker = self._person.invitations.pop(self._chance.randrange(len(self._person.invitations)))

        def joined(_: Answer) -> None:
            self._challenges.append(challenge)
            # The challenge's maker must get one notification when the play is finished.
            self._ledger.makers[challenge, self._person.id] = maker

        return Act("players", f"{challenge} {self._person.id}", "in", "POST", "/v1/challenges/join", {"code": code}, then=joined)

    def _play(self) -> Act:
        def started(answer: Answer) -> None:
            play = answer.json()
            self._plays.append(Played(play["id"], play["letters"]))

        return Act("plays", "", "open", "PUT", f"/v1/challenges/{self._challenges.pop()}/play", then=started)

    def _move(self) -> Act:
        """Sends the next move, alone or with all previous ones. Finishes the play if there is no further move."""
        play = self._chance.choice(self._plays)
        move = play.next(self._chance)
        path = f"/v1/plays/{play.id}/moves"
        if not move:
            self._plays.remove(play)
            return Act("plays", play.id, "finished", "POST", path, {"moves": [], "finish": True}, then=self._finished)
        first = self._chance.choice((0, len(play.moves) - 1))
        return Act("moves", play.id, play.text, "POST", path, {"from": first, "moves": play.moves[first:]})

    def _finished(self, answer: Answer) -> None:
        play = answer.json()
        if maker := self._ledger.makers.get((play["challengeID"], self._person.id)):
            self._ledger.notified.add(("challenge.finished", play["challengeID"], maker, self._person.id))

    def _feedback(self) -> Act:
        name, text = new(), mark()
        return Act("feedback", name, text, "POST", "/v1/feedback", {"id": name, "text": text})

    def _name(self) -> Act:
        if not self._leads:
            return self._feedback()
        text = mark()
        return Act("names", self._person.id, text, "PATCH", "/v1/me", {"givenName": text})

    def _preferences(self) -> Act:
        if not self._leads:
            return self._comment() if self._rooms else self._room()
        kinds = sorted(self._chance.sample(KINDS, self._chance.randrange(len(KINDS) + 1)))
        return Act("muted", self._person.id, " ".join(kinds), "PUT", "/v1/me/notifications", {"muted": kinds, "mutedRooms": []})

    def _log_in(self) -> Act:
        self._person.log_ins += 1
        return Act("sessions", "", "begun", "POST", "/v1/sessions", {}, {"Authorization": self._person.basic, "Davenport-Tenant": self._tenant})


def clients(
        site: Site, people: list[Person], count: int, ledger: Ledger, watch: Watch, chance: random.Random) -> list[Client]:
    """Makes this number of clients for the people in turn. The first client of each person leads."""
    return [
        Client(site, people, people[number % len(people)], ledger, watch, random.Random(chance.random()), leads=number < len(people))
        for number in range(count)]


def new() -> str:
    """A new random id."""
    return str(uuid.uuid4())


def mark() -> str:
    """A unique text."""
    return f"m{uuid.uuid4().hex[:20]}"
