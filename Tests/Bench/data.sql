-- Fills an empty, migrated database as its owner. With psql's variable `scale` at 1: 50 tenants, 100,000 people, 200,000
-- rooms of two to four members, 2.75 million comments. Triggers are off, so derived values are computed here set-wise, by
-- the same rules (migrations 0005 and 0006).
--
-- People and rooms are numbered from 1, and ids are computed from numbers, so that a load can request any of them without a
-- look-up:
-- - people 1 … busy: 60 active rooms each
-- - people busy + 1 … + twins: 60 active rooms and 6,000 archived ones each
-- - people from specials + 1: one or two rooms of their own each, and a few as guests
-- - room 5n: 48 comments; all other rooms: 5 or 6
-- Values that look random are hashes, so that every run fills the database equally.
\set ON_ERROR_STOP on
SET client_min_messages = warning;
SET session_replication_role = replica;
SET synchronous_commit = off;
SET work_mem = '128MB';
SET timezone = 'UTC';

\ir numbering.sql

CREATE TABLE bench.size AS
SELECT *, busy + 50 AS specials, greatest(wanted - busy * 60 - twins * 6060, wanted / 10) AS ordinary_rooms
FROM (
    SELECT date_trunc('hour', now()) AS today, 50 * greatest(200, (2000 * :scale)::int) AS people, 50 * greatest(1, (4 * :scale)::int) AS busy,
        greatest(1, (10 * :scale)::int) AS twins, (200000 * :scale)::int AS wanted
) AS s;

-- The number of the person who hosts an ordinary room.
CREATE FUNCTION bench.host(room bigint) RETURNS bigint LANGUAGE sql STABLE AS $$
    SELECT specials + 1 + (room - 1) % (people - specials) FROM bench.size
$$;

CREATE TABLE bench.digests AS
SELECT person, sha256(convert_to(bench.token(person), 'UTF8')) AS digest FROM bench.size, generate_series(1, people) AS person;
ALTER TABLE bench.digests ADD PRIMARY KEY (person);

GRANT USAGE ON SCHEMA bench TO davenport_app;
GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA bench TO davenport_app;
GRANT SELECT ON bench.digests TO davenport_app;

-- Few people write all comments of a load. With little data they would reach their limit, which isn't measured.
INSERT INTO tenants (id, slug, name, features, created_at)
SELECT bench.tenant(n), 'tenant-' || n, 'Tenant ' || n, '{watch}', today - interval '500 days'
FROM bench.size, generate_series(1, 50) AS n;
INSERT INTO tenant_limits (tenant_id, name, value) SELECT id, 'comments', 1000000 FROM tenants;

INSERT INTO users (tenant_id, id, email, email_key, username, username_key, password_hash, role, identity_color, created_at)
SELECT bench.tenant(bench.home(n)), bench.person(n), name || '@example.org', name || '@example.org', name, name, 'none', 'member',
    '#' || lpad(to_hex(bench.pick(n, 1, 16777216)), 6, '0'), today - interval '450 days'
FROM bench.size, generate_series(1, people) AS n, LATERAL (SELECT 'person-' || n AS name) AS p;

-- Last used in the far future: the server records a use at most once in a while, and that isn't measured.
INSERT INTO sessions (tenant_id, id, user_id, token_digest, source, device_name, created_at, last_used_at, expires_at)
SELECT bench.tenant(bench.home(person)), bench.person(person), bench.person(person), digest, 'login', 'Phone', today, '2100-01-01', '2100-01-01'
FROM bench.size, bench.digests;

-- Every room: its host, its group (subject and members), its number in the group, and whether it is archived.
CREATE TABLE bench.rooms AS
WITH every AS (
    SELECT r, bench.host(r) AS host, 10000 + r AS topic, bench.pick(r, 2, 10) AS j, bench.pick(r, 3, 10) < 6 AS archived
    FROM bench.size, generate_series(1, ordinary_rooms) AS r
    UNION ALL
    SELECT ordinary_rooms + (n - 1) * 60 + j + 1, n, j / 3, j % 3, false
    FROM bench.size, generate_series(1, busy) AS n, generate_series(0, 59) AS j
    UNION ALL
    SELECT ordinary_rooms + busy * 60 + (n - 1) * 6060 + j + 1, busy + n, CASE WHEN j < 60 THEN j / 3 ELSE 100 + j / 20 END, j % 20, j >= 60
    FROM bench.size, generate_series(1, twins) AS n, generate_series(0, 6059) AS j
), shaped AS (
    SELECT every.*, 2 + bench.pick(topic, 4, 3) AS members,
        CASE WHEN bench.pick(topic, 5, 10) < 7 THEN 'tv' WHEN bench.pick(topic, 5, 10) < 9 THEN 'movie' ELSE 'custom' END AS kind,
        today - interval '14 days' - bench.pick(r, 6, 34560000) * interval '1 second' AS created_at,
        CASE WHEN r % 5 = 0 THEN 48 ELSE 5 + (r % 16 < 3)::int END AS comments
    FROM bench.size, every
)
SELECT *, CASE WHEN archived THEN members ELSE bench.pick(r, 7, members) END AS watchers FROM shaped;
ALTER TABLE bench.rooms ADD PRIMARY KEY (r);

-- The members by turn (0 is the host): at fixed strides from the host's place among the tenant's ordinary people.
CREATE TABLE bench.members AS
SELECT r, turn, bench.tenant(bench.home(host)) AS tenant_id, bench.room(r) AS room_id, created_at AS joined_at,
    bench.person(CASE turn WHEN 0 THEN host
        ELSE specials + bench.home(host) + 50 * mod(greatest(host - specials - 1, 0) / 50 + turn * stride, (people - specials) / 50) END) AS user_id,
    CASE WHEN turn < watchers THEN created_at + (turn + 1) * interval '20 hours' END AS watched_at,
    -- Half have read everything, some nothing, and some are two comments behind.
    CASE bench.pick(r * 4 + turn, 9, 4) WHEN 0 THEN 0 WHEN 1 THEN comments - 2 ELSE comments END AS read_number
FROM bench.size
CROSS JOIN bench.rooms
CROSS JOIN LATERAL generate_series(0, members - 1) AS turn
CROSS JOIN LATERAL (SELECT 1 + bench.pick(topic * 1000003::bigint + host, 8, (people - specials) / 200) AS stride) AS s;

INSERT INTO rooms (tenant_id, id, kind, subject_key, show_id, season, episode, show_title, episode_title, movie_id, title, host_id, created_by,
    request_digest, created_at, last_activity_at, last_number, comment_count, member_ids, member_joined_at, member_watched_at, group_id,
    completed_at)
SELECT tenant_id, bench.room(r), kind,
    CASE kind WHEN 'tv' THEN format('%s 1 %s', topic, j + 1) WHEN 'movie' THEN (topic * 100 + j)::text ELSE format('evening %s', j) END,
    CASE kind WHEN 'tv' THEN topic END, CASE kind WHEN 'tv' THEN 1 END, CASE kind WHEN 'tv' THEN j + 1 END,
    CASE kind WHEN 'tv' THEN 'Show ' || topic END, CASE kind WHEN 'tv' THEN 'Episode ' || j + 1 END,
    CASE kind WHEN 'movie' THEN topic * 100 + j END,
    CASE kind WHEN 'movie' THEN format('Movie %s.%s', topic, j) WHEN 'custom' THEN 'Evening ' || j END,
    bench.person(host), bench.person(host), '', created_at, greatest(created_at + interval '6 days', last_mark), comments, comments,
    member_ids, member_joined_at, member_watched_at, room_group(kind, CASE kind WHEN 'tv' THEN topic END, member_ids),
    CASE WHEN archived THEN last_mark ELSE 'infinity' END
FROM bench.rooms
JOIN (
    SELECT r, tenant_id, max(watched_at) AS last_mark, array_agg(user_id ORDER BY user_id) AS member_ids,
        array_agg(joined_at ORDER BY user_id) AS member_joined_at, array_agg(coalesce(watched_at, 'infinity') ORDER BY user_id) AS member_watched_at
    FROM bench.members GROUP BY r, tenant_id
) AS m USING (r)
ORDER BY created_at;

-- Members comment in turn: comment number n is by the member with turn n % members. So a member has written n / members of
-- the first n comments, and one more if the remainder reaches their turn. For turn 0 that is always one too many, which the
-- difference cancels.
INSERT INTO memberships (tenant_id, room_id, user_id, joined_at, watched_at, marked_at, read_number, kind, unread_count, completed_at,
    archive_rank, archive_xid)
SELECT m.tenant_id, m.room_id, m.user_id, m.joined_at, m.watched_at, m.watched_at, m.read_number, r.kind,
    (comments - m.read_number) - (comments / members + (comments % members >= turn)::int)
        + (m.read_number / members + (m.read_number % members >= turn)::int),
    r.completed_at, r.archive_rank, CASE WHEN r.completed_at < 'infinity' THEN pg_current_xact_id() END
FROM bench.members AS m
JOIN bench.rooms AS b USING (r)
JOIN rooms AS r ON r.tenant_id = m.tenant_id AND r.id = m.room_id
ORDER BY m.joined_at;

-- In the order of time, so that a room's comments lie among others', as real ones do.
INSERT INTO comments (tenant_id, id, room_id, number, seconds, content, author_id, request_digest, created_at)
SELECT tenant_id, bench.comment(row_number() OVER (ORDER BY at, r)), room_id, n,
    CASE bench.pick(r * 64 + n, 10, 4) WHEN 0 THEN 0 ELSE bench.pick(r * 64 + n, 11, 3600) END,
    substr('That hallway again! I did not see it coming, and the music at the end gave me the shivers. Wait until you see what the door was '
        || 'for; my sister guessed it in the first minute.', 1, 20 + bench.pick(r * 64 + n, 12, 150)::int),
    user_id, '', at
FROM bench.rooms
CROSS JOIN LATERAL generate_series(1, comments) AS n
CROSS JOIN LATERAL (SELECT created_at + n * interval '6 days' / comments AS at) AS a
JOIN bench.members AS m USING (r)
WHERE turn = n % members
ORDER BY at, r;

DROP TABLE bench.rooms, bench.members;
