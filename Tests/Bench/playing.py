"""The requests for play: a play is started, and a word is saved."""

from area import CALLER, Area

#: The kinds that are compared with pgbench.
KINDS = ("start", "moves")

#: The second word of every play, sadism, after the first, tirade.
_MOVES = '{"from": 1, "moves": [{"at": 18250, "faces": [49, 79, 80, 78, 71, 69]}]}'
# More than any load can use up: each once, far from the one before.
_FAR = """
    FROM bench.size, generate_series(0, least(pool, 60000) - 1) AS i, LATERAL (SELECT i * 7919 % pool AS n) AS far,
        LATERAL (SELECT 1 + n % people AS person, n / people AS day) AS p
    ORDER BY i"""
_CHOICE = r"""\set serial :serial + 16
\set fresh :serial + :client_id
\set n mod(mod(:fresh, :pool) * 7919, :pool)
\set person 1 + mod(:n, :people)
\set day :n / :people
"""

AREA = Area(
    filling="play.sql",
    kinds=KINDS,
    alone=(),
    queries={
        "start": f"""
            SELECT '/v1/challenges/' || bench.challenge(bench.home(person), day, 'timed') || '/play', bench.token(person) {_FAR}""",
        "moves": f"SELECT '/v1/plays/' || bench.play(n) || '/moves', bench.token(person) {_FAR}",
    },
    methods={"start": "PUT", "moves": "POST"},
    bodies={"moves": _MOVES},
    sizes=("people", "pool"),
    ids=CALLER | {
        "challenge": "(SELECT bench.challenge(:tenant, :day, 'timed'))",
        "play": "(SELECT bench.play(:n))",
    },
    samples="""
        SELECT kind, bench.tenant(1), bench.person(1), digest,
            CASE kind WHEN 'start' THEN bench.challenge(1, 0, 'timed')::text ELSE '-' END,
            CASE kind WHEN 'moves' THEN bench.play(0)::text ELSE '-' END
        FROM bench.digests, unnest(ARRAY['start', 'moves']) AS kind WHERE person = 1""",
    fresh="(SELECT bench.started(:fresh))",
    choices={kind: _CHOICE for kind in KINDS},
    # A started play has no move; all others have one.
    undoing={
        "start": "SET session_replication_role = replica; DELETE FROM plays WHERE moves = '[]'; DELETE FROM notifications;",
        "moves": """
            SET session_replication_role = replica;
            DELETE FROM played_words WHERE number > 0;
            UPDATE plays SET moves = moves - 1, score = 144, word_count = 1, best_word = 'tirade', best_score = 144,
                reached_at = started_at + interval '9 seconds', best_reached_at = started_at + interval '9 seconds'
            WHERE word_count > 1;
            TRUNCATE score_counts, board_entries;
            INSERT INTO score_counts TABLE bench.score_counts;
            INSERT INTO board_entries (tenant_id, user_id, mode, period, whole, first_day, last_day, score, reached_at, days, best_word,
                best_score, best_reached_at)
            TABLE bench.board_entries;
            DELETE FROM notifications;""",
    },
    touched=("plays", "played_words", "score_counts", "board_entries", "notifications"),
)
