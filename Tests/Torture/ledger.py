"""Compares the requests and their acknowledgements with the rows in the database."""

import dataclasses
import hashlib
import pathlib
import re
import time
from collections import Counter
from collections.abc import Iterable

from cluster import Cluster

from tools.failure import Failure

#: For each kind of row, the query for the ids and for a value that must be the acknowledged one.
QUERIES = {
    "rooms": "SELECT id, title FROM rooms",
    "comments": "SELECT id, content FROM comments",
    "tasks": "SELECT id, title FROM tasks",
    "assignments": "SELECT task_id || ' ' || student_id, 'assigned' FROM assignments",
    "entries": "SELECT id, coalesce(text, '') FROM entries",
    "files": "SELECT id, encode(sha256, 'hex') FROM files",
    "challenges": "SELECT id, 'made' FROM challenges WHERE kind = 'own'",
    "players": "SELECT challenge_id || ' ' || user_id, 'in' FROM challenge_players",
    "plays": "SELECT id, CASE WHEN finished_at IS NULL THEN 'open' ELSE 'finished' END FROM plays",
    # The format is that of Played.text in games.py.
    "moves": """
        SELECT id, coalesce((
            SELECT string_agg(concat_ws(' ', m->>'at', m->>'faces', m->>'cubelet', m->>'word', m->>'score'), '; ' ORDER BY number)
            FROM jsonb_array_elements(moves) WITH ORDINALITY AS e (m, number)), '') FROM plays""",
    "feedback": "SELECT id, text FROM feedback",
    "sessions": "SELECT id, 'begun' FROM sessions",
    "names": "SELECT id, coalesce(given_name, '') FROM users",
    "muted": "SELECT user_id, (SELECT coalesce(string_agg(kind, ' ' ORDER BY kind), '') FROM unnest(muted) AS kind) FROM notification_preferences",
}
#: Kinds in which each action has a unique text, so that a repeated text shows an action that was done twice.
UNIQUE = {"rooms", "comments", "tasks", "entries", "files", "feedback"}
#: Kinds whose ids the server makes. If the response is lost, a row exists whose id no client knows.
UNNAMED = {"sessions", "plays", "moves", "names", "muted"}


@dataclasses.dataclass
class Findings:
    """The differences between the ledger and the database, one line each."""

    lost: list[str] = dataclasses.field(default_factory=list)
    ghosts: list[str] = dataclasses.field(default_factory=list)
    doubled: list[str] = dataclasses.field(default_factory=list)


class Ledger:
    """Records everything that the clients did."""

    def __init__(self) -> None:
        #: The number of acknowledgements by kind.
        self.acknowledged: Counter[str] = Counter()
        self._values: dict[str, dict[str, str]] = {kind: {} for kind in QUERIES}
        self._sent: dict[str, dict[str, set[str]]] = {kind: {} for kind in QUERIES}
        self._recent: dict[str, set[str]] = {kind: set() for kind in QUERIES}
        self._leaving: set[tuple[str, str]] = set()
        self._story: dict[tuple[str, str], list[str]] = {}
        #: The notifications that must exist exactly once: kind, subject, recipient and actor.
        self.notified: set[tuple[str, str, str, str]] = set()
        #: The maker of a challenge, by the challenge and one of its players.
        self.makers: dict[tuple[str, str], str] = {}

    def send(self, kind: str, name: str, value: str) -> None:
        """Records that a request was sent."""
        self._sent[kind].setdefault(name, set()).add(value)

    def note(self, kind: str, name: str, what: str) -> None:
        """Records the result of a request, for the history of a row that is found to be lost."""
        self._story.setdefault((kind, name), []).append(f"{what} at {time.time() % 86400:.2f}")

    def with_story(self, finding: str) -> str:
        """Returns a finding together with the results of all requests for its row."""
        kind, name, *_ = f"{finding} ".split(" ")
        story = self._story.get((kind, name.rstrip(":")))
        return f"{finding} ({', '.join(story)})" if story else finding

    def acknowledge(self, kind: str, name: str, value: str) -> None:
        """Records that a request was acknowledged."""
        self.acknowledged[kind] += 1
        self.send(kind, name, value)
        self._values[kind][name] = value
        self._recent[kind].add(name)

    def leave(self, kind: str, name: str) -> None:
        """Records that a client sent a deletion. From now on the row may be missing."""
        self._leaving.add((kind, name))

    def remove(self, kind: str, name: str) -> None:
        """Records that a deletion was acknowledged."""
        self.acknowledged[kind] += 1
        self._values[kind].pop(name, None)
        # If the row still exists, it counts as a ghost.
        self._sent[kind].pop(name, None)

    def begin(self, kind: str, name: str, value: str) -> None:
        """Records a row that existed before."""
        self.send(kind, name, value)
        self._values[kind][name] = value

    async def lost_lately(self, cluster: Cluster) -> list[str]:
        """Returns the missing rows among those acknowledged since the last call. Clients may send requests at the same time."""
        lost = []
        for kind, names in self._recent.items():
            self._recent[kind] = set()
            if names:
                there = {row[0] for row in await cluster.rows(f"SELECT id FROM ({QUERIES[kind]}) AS t (id, value) WHERE id IN ({_list(names)})")}
                lost += [f"{kind} {name}" for name in names - there if (kind, name) not in self._leaving]
        return lost

    async def compare(self, cluster: Cluster) -> Findings:
        """Compares everything, when no request is in flight any more."""
        findings = Findings()
        await cluster.rows("ANALYZE")
        for kind, query in QUERIES.items():
            there = {row[0]: row[1] for row in await cluster.rows(query)}
            values, sent = self._values[kind], self._sent[kind]
            findings.lost += [f"{kind} {name}" for name in values if name not in there]
            findings.lost += [
                f"{kind} {name}: {there[name]!r} instead of {value!r}" for name, value in values.items() if there.get(name, value) != value]
            if kind not in UNNAMED:
                findings.ghosts += [f"{kind} {name}" for name in there if name not in sent]
            findings.ghosts += [
                f"{kind} {name}: {value!r}, which no client sent" for name, value in there.items() if name in sent and value not in sent[name]]
            if kind in UNIQUE:
                findings.doubled += [f"{kind} {value!r}: {count} times" for value, count in Counter(there.values()).items() if value and count > 1]
        await self._compare_told(cluster, findings)
        findings.ghosts += [f"derived: {row[0]}" for query in derived() for row in await cluster.rows(query)]
        return findings

    async def told(self, cluster: Cluster) -> dict[str, tuple[str, str, str, str]]:
        """The notifications that exist, by their ids: kind, subject, recipient and actor."""
        rows = await cluster.rows("""
            SELECT id, kind, about_id, recipient_id, actor_id FROM notifications WHERE kind IN ('room.created', 'challenge.finished')""")
        return {row[0]: (row[1], row[2], row[3], row[4]) for row in rows}

    async def _compare_told(self, cluster: Cluster, findings: Findings) -> None:
        """Checks notifications. A new member of a room must get exactly one, and a challenge's maker one for each player who finishes it."""
        counts = Counter((await self.told(cluster)).values())
        findings.lost += [f"notification {kind} of {about}" for kind, about, to, by in sorted(self.notified) if (kind, about, to, by) not in counts]
        findings.doubled += [f"notification {kind} of {about}: {count} times" for (kind, about, _, _), count in counts.items() if count > 1]


def digest(content: bytes) -> str:
    """A file's digest in the database's form."""
    return hashlib.sha256(content).hexdigest()


def derived() -> Iterable[str]:
    """Returns the queries of the Swift tests that find derived columns with wrong values."""
    folder = pathlib.Path(__file__).resolve().parents[1] / "TestSupport"
    found = [
        query for file in sorted(folder.glob("Derived*.swift")) for query in re.findall(r'"""\n(.*?)"""', file.read_text(), re.DOTALL)]
    if len(found) < 2 or any("\\(" in query for query in found):
        raise Failure("Tests/TestSupport/Derived*.swift no longer contain the queries of derived columns.")
    return found


def _list(names: set[str]) -> str:
    return ", ".join(f"'{name}'" for name in names)
