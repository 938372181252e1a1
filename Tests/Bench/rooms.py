"""The requests for rooms, with one sample of each kind, whose statements pgbench sends."""

from area import CALLER, Area

COMMENT = '{"content": "That hallway again, and the music!", "seconds": 943}'

#: The kinds that are compared with pgbench, and the two dashboards that are compared with each other.
KINDS = ("room", "dashboard", "comment")
TWINS = ("none", "archived")
#: The conditional request for a dashboard that the client already has.
POLL = "unchanged"

_ROOMS = "SELECT '/v1/rooms/' || bench.room(r) || '/comments{query}', bench.token(bench.host(r)) FROM bench.size, generate_series"
# A room's caller is its host.
_HOST = r"""\set person :specials + 1 + mod(:room - 1, :people - :specials)
"""

AREA = Area(
    filling="data.sql",
    kinds=KINDS,
    alone=TWINS,
    poll=POLL,
    queries={
        "comment": _ROOMS.format(query="") + " (1, ordinary_rooms - 4, 5) AS r LIMIT 20000",
        "room": _ROOMS.format(query="?limit=40") + " (5, ordinary_rooms, 5) AS r LIMIT 20000",
        "dashboard": "SELECT '/v1/dashboard', bench.token(n) FROM bench.size, generate_series(1, busy) AS n",
        "none": "SELECT '/v1/dashboard', bench.token(n) FROM bench.size, generate_series(1, twins) AS n",
        "archived": "SELECT '/v1/dashboard', bench.token(busy + n) FROM bench.size, generate_series(1, twins) AS n",
    },
    bodies={"comment": COMMENT},
    sizes=("people", "busy", "twins", "specials", "ordinary_rooms"),
    ids=CALLER | {"room": "(SELECT bench.room(:room))"},
    samples="""
        SELECT kind, bench.tenant(bench.home(person)), bench.person(person), digest, coalesce(bench.room(room)::text, '-')
        FROM (VALUES ('room', 5, bench.host(5)), ('dashboard', NULL, 1), ('comment', 1, bench.host(1))) AS s (kind, room, person)
        JOIN bench.digests USING (person)""",
    fresh="(SELECT bench.comment(:fresh))",
    choices={
        "room": "\\set room 5 * random(1, :ordinary_rooms / 5)\n" + _HOST,
        "dashboard": "\\set person random(1, :busy)\n",
        "comment": "\\set room 5 * random(1, :ordinary_rooms / 5) - 4\n" + _HOST + "\\set serial :serial + 16\n\\set fresh :serial + :client_id\n",
    },
)
