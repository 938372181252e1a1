"""The requests for classes: boards, lists, archives and submissions; with one sample of each kind, whose statements pgbench sends."""

from area import CALLER, Area

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

# The person on a seat of a class, as class.sql numbers them.
_SEATED = r"""\set person (((:class - 1) / 50 * 33 + :seat) * 50) + mod(:class - 1, 50) + 1
"""
# Assignments that await their submission, each once, each far from the one before.
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
    """The requests of those who have an archive, by their seats."""
    return _asking(f"{_PATHS[kind]}&limit={PAGES[kind]}", _ARCHIVED, "0, 9" if kind == "archive" else "30, 30")


AREA = Area(
    filling="class.sql",
    kinds=KINDS,
    alone=(*BOARDS, *LISTS, *(page for kind in PAGES for page in (kind, far(kind)))),
    explained=tuple(page for kind in PAGES for page in (kind, far(kind))),
    queries={
        "board": _asking("/v1/board", "generate_series(1, busy) AS class", "30, 30"),
        "list": _asking(_LIST, "generate_series(1, busy) AS class", "0, 29"),
        # More than any load can use up; with fewer, some requests would fail.
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
    # Only a submitted assignment has five entries; before it has four. Migrations 0023 and 0024 define the derived values.
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
