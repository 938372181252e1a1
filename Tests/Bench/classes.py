"""bin/bench class: boards, lists and submissions of classes, beside PostgreSQL alone."""

import dataclasses
import pathlib
import re

from area import CALLER, Area
from area_bench import AreaBench, Plan, Scripts
from figures import Measured, Row, Sections, Target, against_pgbench, divided, latencies, memory_used, processors, row_security
from report import Result, pages, report
from requests_sent import distant
from settings import Settings
from workplace import Workplace, workplace

from tools.client import Client
from tools.failure import say

#: The kinds that are compared with pgbench.
KINDS = ("board", "list", "submit")
#: The kinds that are compared with one another. A newcomer's classmates have 6,000 archived assignments each.
BOARDS = ("board-none", "board-archived")
LISTS = ("list-none", "list-newcomer", "list-archived")
#: The kinds of pages that are requested as the first page of an archive and as a distant one, with their number of items. There are 6,000
#: assignments and 4,000 tasks.
PAGES = {"archive": 50, "tasks": 20}
FAR = 100
SUBMIT = '{"action": "submit", "text": "Bars 1 to 24, at 60. The high notes hold now."}'

#: The paths of the lists.
_LIST = "/v1/assignments?limit=100"
_PATHS = {"archive": "/v1/assignments?archived=true", "tasks": "/v1/tasks?archived=true"}
_ARCHIVED = "generate_series(busy + twins + 1, specials) AS class"
_NONE = "generate_series(busy + 1, busy + twins) AS class"

# The number of the person on a seat of a class, as in class.sql.
_SEATED = r"""\set person (((:class - 1) / 50 * 33 + :seat) * 50) + mod(:class - 1, 50) + 1
"""
# Assignments that await their submission. Each occurs once, and far from the previous one.
_AWAITING = r"""\set serial :serial + 16
\set fresh :serial + :client_id
\set n mod(mod(:fresh, :pool) * 7919, :pool)
\set class :specials + 1 + :n / 1800
\set task mod(:n, 1800) / 30
\set seat mod(:n, 30)
"""


def far(kind: str) -> str:
    """The name of the kind for a distant page."""
    return f"{kind}-far"


def _asking(path: str, classes: str, seats: str) -> str:
    return f"""
        SELECT '{path}', bench.token(bench.seated(class, seat))
        FROM bench.size, {classes}, generate_series({seats}) AS seat ORDER BY class, seat"""


def _pages(kind: str) -> str:
    """The requests of the people who have an archive, by their seats."""
    return _asking(f"{_PATHS[kind]}&limit={PAGES[kind]}", _ARCHIVED, "0, 9" if kind == "archive" else "30, 30")


AREA = Area(
    filling="class.sql",
    kinds=KINDS,
    alone=(*BOARDS, *LISTS, *(page for kind in PAGES for page in (kind, far(kind)))),
    explained=tuple(page for kind in PAGES for page in (kind, far(kind))),
    queries={
        "board": _asking("/v1/board", "generate_series(1, busy) AS class", "30, 30"),
        "list": _asking(_LIST, "generate_series(1, busy) AS class", "0, 29"),
        # More than any load uses up. With fewer, some requests would fail.
        "submit": """
            SELECT '/v1/assignments/' || bench.assignment(class, task, seat) || '/entries', bench.token(bench.seated(class, seat))
            FROM bench.size, generate_series(0, least(pool, 60000) - 1) AS i, LATERAL (SELECT i * 7919 % pool AS n) AS far,
                LATERAL (SELECT specials + 1 + n / 1800 AS class, n % 1800 / 30 AS task, n % 30 AS seat) AS a
            ORDER BY i""",
        "board-none": _asking("/v1/board", _NONE, "30, 30"),
        "board-archived": _asking("/v1/board", _ARCHIVED, "30, 30"),
        "list-none": _asking(_LIST, _NONE, "20, 29"),
        "list-newcomer": _asking(_LIST, _ARCHIVED, "20, 29"),
        "list-archived": _asking(_LIST, _ARCHIVED, "10, 19"),
        **{kind: _pages(kind) for kind in PAGES},
    },
    bodies={"submit": SUBMIT},
    sizes=("busy", "twins", "specials", "pool"),
    ids=CALLER | {
        "assignment": "(SELECT bench.assignment(:class, :task, :seat))",
        "throttles": "(SELECT throttles FROM bench.digests WHERE person = :person)",
        "tasks": "(SELECT tasks FROM bench.boards WHERE person = :person)",
        "students": "(SELECT students FROM bench.boards WHERE person = :person)",
    },
    samples="""
        SELECT kind, bench.tenant(bench.home(person)), bench.person(person), digest,
            CASE kind WHEN 'submit' THEN bench.assignment(s.class, 0, 0)::text ELSE '-' END,
            CASE kind WHEN 'submit' THEN throttles::text ELSE '-' END,
            CASE kind WHEN 'board' THEN tasks::text ELSE '-' END, CASE kind WHEN 'board' THEN students::text ELSE '-' END
        FROM bench.size, LATERAL (VALUES
            ('board', 1, 30), ('list', 1, 0), ('submit', specials + 1, 0), ('archive', busy + twins + 1, 0), ('archive-far', busy + twins + 1, 0),
            ('tasks', busy + twins + 1, 30), ('tasks-far', busy + twins + 1, 30)) AS s (kind, class, seat)
        JOIN bench.digests AS d ON d.person = bench.seated(s.class, s.seat)
        LEFT JOIN bench.boards USING (person)""",
    fresh="(SELECT bench.entry(:fresh))",
    choices={
        "board": "\\set class random(1, :busy)\n\\set seat 30\n" + _SEATED,
        "list": "\\set class random(1, :busy)\n\\set seat random(0, 29)\n" + _SEATED,
        "submit": _AWAITING + _SEATED,
    },
    # A submission adds the fifth entry, so only submitted assignments have five. Migrations 0023 and 0024 define the derived values.
    undoing={"submit": """
        SET session_replication_role = replica;
        WITH again AS (
            UPDATE assignments
            SET state = 'inProgress', version = 1, attempt = 0, first_submitted_at = NULL, submitted_at = NULL, submitted_number = NULL,
                last_number = 4, last_activity_at = created_at + interval '4 hours', student_entry_count = 2
            WHERE last_number = 5 RETURNING tenant_id, id
        ), gone AS (
            DELETE FROM entries AS e USING again AS a WHERE e.tenant_id = a.tenant_id AND e.assignment_id = a.id AND e.number = 5
        )
        UPDATE assignment_readers AS r SET unread_count = r.unread_count - 1 FROM again AS a
        WHERE r.tenant_id = a.tenant_id AND r.assignment_id = a.id;
        DELETE FROM notifications;"""},
    touched=("assignments", "assignment_readers", "entries", "notifications", "throttles"),
)


def measure(settings: Settings) -> Result:
    """Runs the whole measurement, from filling the database to the figures."""
    with workplace(settings) as place:
        place.fill(AREA.filling)
        return Classrooms(place).measure()


class Classrooms:
    """The programs on a database full of classes."""

    def __init__(self, place: Workplace) -> None:
        self._place = place
        self._bench = AreaBench(place, AREA)

    def measure(self) -> Result:
        """Finds the distant pages, copies the statements, measures the rounds, and reports them."""
        self._find_far_pages()
        scripts = self._bench.copied()
        plans = self._plans()
        rounds, memory = self._bench.measured(scripts, plans)
        measured = Measured([program.name for program in self._place.programs], rounds.results, memory)
        pages = Pages.read(self._place.work, plans, scripts)
        text = report(measured.names, sections(measured, pages), self._bench.title(rounds.others), plans, self._place.work)
        return Result("class", text)

    def _find_far_pages(self) -> None:
        say(f"Looking for the page {FAR} of some archives.")
        server = self._place.serve(self._place.program)
        client = Client(server.port)
        for kind in PAGES:
            lines = (line.split() for line in self._bench.sent.file(kind).read_text().splitlines())
            self._bench.sent.write(far(kind), [(distant(client, path, token, FAR), token) for path, token in lines])
        client.close()
        server.stop()

    def _plans(self) -> list[Plan]:
        """The plans of the measured requests, of boards and lists with and without archives, and of pages of archives."""
        size = self._bench.sent.size
        none, archived, awaiting = size["busy"] + 1, size["busy"] + size["twins"] + 1, size["specials"] + 1

        def plan(name: str, kind: str, class_: int, seat: int) -> Plan:
            return Plan(name, kind, NAMES[name], {"person": _seated(class_, seat), "class": class_, "task": 0, "seat": seat})

        return [
            plan("board-none", "board", none, 30), plan("board-archived", "board", archived, 30),
            plan("list-none", "list", none, 20), plan("list-newcomer", "list", archived, 20), plan("list-archived", "list", archived, 10),
            *(plan(page, page, archived, seat) for kind, seat in (("archive", 0), ("tasks", 30)) for page in (kind, far(kind))),
            plan("submit", "submit", awaiting, 0),
        ]


def _seated(class_: int, seat: int) -> int:
    """The number of the person on that seat, as in class.sql."""
    return ((class_ - 1) // 50 * 33 + seat) * 50 + (class_ - 1) % 50 + 1


COMPARED = {
    "board": "board of 30 students × 40 tasks", "list": "list of 60 active assignments", "submit": "submit"}
#: Requests by the amount of other data that the caller has.
NAMES = COMPARED | {
    "board-none": "board, no task archived", "board-archived": "board, 4,000 tasks archived",
    "list-none": "list, nothing archived", "list-newcomer": "list, 6,000 archived by classmates", "list-archived": "list, 6,000 archived",
    "archive": "archived assignments, page 1", far("archive"): f"archived assignments, page {FAR}",
    "tasks": "archived tasks, page 1", far("tasks"): f"archived tasks, page {FAR}",
}
AGAINST_PGBENCH = {"board": Target(0.60, 0.80), "submit": Target(0.60, 0.80)}
#: The most that an archive, or a distant page of it, may add to the time.
MORE = Target(1.3, 1.0)
#: For a board and a list: the first relations that their statements read, and the most pages that these statements may read.
READ = {"board": ("task_cards", "board_cells"), "list": ("student_assignments",)}
MOST_PAGES = {"board": Target(2000, 1500), "list": Target(400, 300)}


@dataclasses.dataclass(frozen=True)
class Pages:
    """The pages that the statements of each plan read, by program: each with the first relation of the statement."""

    counts: dict[tuple[str, str], list[tuple[str, int]]]

    @staticmethod
    def read(work: pathlib.Path, plans: list[Plan], scripts: Scripts) -> "Pages":
        """Reads them from the files of the plans."""
        return Pages({
            (name, plan.name): list(zip(map(_source, found[plan.kind].explained), pages(plan.file(work / name).read_text()), strict=True))
            for name, found in scripts.items() for plan in plans})

    def of(self, name: str, plan: str, sources: tuple[str, ...]) -> float:
        """The pages of the statements that read one of these relations first."""
        return sum(count for source, count in self.counts[name, plan] if source in sources)

    def answering(self, name: str, plan: str) -> float:
        """The pages of all statements that read the response. It leaves out those that select the tenant and the caller."""
        return sum(count for source, count in self.counts[name, plan] if source)


def _source(text: str) -> str:
    found = re.search(r"\bFROM (\w+)", text)
    return found[1] if found else ""


def sections(measured: Measured, read: Pages) -> Sections:
    """Returns all figures with their titles."""
    return [
        ("the same statements by pgbench", against_pgbench(measured, COMPARED, AGAINST_PGBENCH)),
        ("64 clients", latencies(measured, COMPARED)),
        ("µs of a processor a request", processors(measured, COMPARED)),
        ("time, by requests/s", _times(measured)),
        ("pages that are read", _pages_read(measured, read)),
        ("ratios of requests/s", row_security(measured, COMPARED)),
        ("the server itself", memory_used(measured)),
    ]


def _times(measured: Measured) -> list[Row]:
    # A ratio of times is the inverse ratio of rates.
    return [
        Row(f"{NAMES[more]} / {NAMES[less].partition(', ')[2]}", measured.ratios(("server", less), ("server", more)), 2, MORE, spread=True)
        for less, more in (("board-none", "board-archived"), ("list-none", "list-newcomer"), ("list-none", "list-archived"),
                           *((kind, far(kind)) for kind in PAGES))]


def _pages_read(measured: Measured, read: Pages) -> list[Row]:
    boards_and_lists = [
        Row(NAMES[plan], measured.each(lambda name, plan=plan, kind=kind: [read.of(name, plan, READ[kind])]), 0, MOST_PAGES[kind])
        for plan in ("board-none", "board-archived", "list-none", "list-newcomer", "list-archived") for kind in [plan.partition("-")[0]]]
    archives = [
        Row(f"{NAMES[far(kind)]} / page 1", measured.each(
            lambda name, kind=kind: [divided(read.answering(name, far(kind)), read.answering(name, kind))]), 2, MORE)
        for kind in PAGES]
    return boards_and_lists + archives
