-- Fills an empty, migrated database as its owner. With psql's variable `scale` at 1: 50 tenants with 2,000 people, and a
-- timed and an untimed challenge for each of 30 days. Everybody has begun every untimed challenge with one word, and no
-- timed one. Derived rows are written directly.
--
-- All challenges have the letters of the first cube of Tests/Play/play_vectors.json and last until 2100, so that a request
-- that succeeds once does so whenever this database is used: a play is started, or gets a second word. Play number n of
-- `pool`, from 0 on, is by person 1 + n % people on the day n / people, counted back from yesterday. So every play is in
-- the past, whenever the database is filled.
\set ON_ERROR_STOP on
SET client_min_messages = warning;
SET session_replication_role = replica;
SET synchronous_commit = off;
SET timezone = 'UTC';

\ir numbering.sql

CREATE FUNCTION bench.challenge(tenant bigint, day bigint, mode text) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
    SELECT ('5' || lpad(to_hex((tenant * 100 + day) * 2 + (mode = 'timed')::int), 31, '0'))::uuid
$$;
CREATE FUNCTION bench.play(n bigint) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$ SELECT ('6' || lpad(to_hex(n), 31, '0'))::uuid $$;
CREATE FUNCTION bench.started(n bigint) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$ SELECT ('7' || lpad(to_hex(n), 31, '0'))::uuid $$;

CREATE TABLE bench.size AS
SELECT people, days, people * days AS pool, date_trunc('day', now()) - interval '1 day' AS last
FROM (SELECT greatest(1, (40 * :scale)::int) * 50 AS people, 30 AS days) AS s;

INSERT INTO tenants (id, slug, name, features, created_at, throttle_key)
SELECT bench.tenant(n), 'tenant-' || n, 'Tenant ' || n, '{play}', last - interval '800 days', decode(repeat('00', 32), 'hex')
FROM bench.size, generate_series(1, 50) AS n;
INSERT INTO play_settings (tenant_id, language, day_zone, secret)
SELECT bench.tenant(n), 'en', 'UTC', decode(repeat('00', 32), 'hex') FROM generate_series(1, 50) AS n;

INSERT INTO users (tenant_id, id, email, email_key, username, username_key, password_hash, role, identity_color, created_at)
SELECT bench.tenant(bench.home(person)), bench.person(person), name || '@example.org', name || '@example.org', name, name, 'none', 'member',
    '#' || lpad(to_hex(bench.pick(person, 1, 16777216)), 6, '0'), last - interval '750 days'
FROM bench.size, generate_series(1, people) AS person, LATERAL (SELECT 'person-' || person AS name) AS p;

CREATE TABLE bench.digests AS
SELECT person, sha256(convert_to(bench.token(person), 'UTF8')) AS digest FROM bench.size, generate_series(1, people) AS person;
ALTER TABLE bench.digests ADD PRIMARY KEY (person);

-- Last used in the far future: the server records a use at most once in a while, and that isn't measured.
INSERT INTO sessions (tenant_id, id, user_id, token_digest, source, device_name, created_at, last_used_at, expires_at)
SELECT bench.tenant(bench.home(person)), bench.person(person), bench.person(person), digest, 'login', 'Phone', last, '2100-01-01', '2100-01-01'
FROM bench.size, bench.digests;

INSERT INTO challenges (tenant_id, id, kind, mode, language, day, letters, starts_at, ends_at, created_at)
SELECT bench.tenant(tenant), bench.challenge(tenant, day, mode), 'daily', mode, 'en', last::date - day,
    'cermjnbonyunanoiekduixahtguestrogvaeetearldwapzebssqtelrtresosfihlionmcspclrisiad', last - day * interval '1 day', '2100-01-01',
    last - day * interval '1 day'
FROM bench.size, generate_series(1, 50) AS tenant, generate_series(0, days - 1) AS day, unnest(ARRAY['timed', 'untimed']) AS mode;

INSERT INTO plays (tenant_id, id, challenge_id, user_id, started_at, ends_at, moves, score, reached_at, word_count, best_word, best_score,
    best_reached_at)
SELECT bench.tenant(bench.home(person)), bench.play(n), bench.challenge(bench.home(person), day, 'untimed'), bench.person(person), at,
    '2100-01-01', '[{"at": 9000, "faces": [52, 76, 75, 79, 80, 53], "word": "tirade", "score": 144}]', 144, at + interval '9 seconds', 1,
    'tirade', 144, at + interval '9 seconds'
FROM bench.size, generate_series(0, pool - 1) AS n,
    LATERAL (SELECT 1 + n % people AS person, n / people AS day) AS p,
    LATERAL (SELECT last - day * interval '1 day' + bench.pick(n, 2, 40000) * interval '1 second' AS at) AS a
ORDER BY at, n;

INSERT INTO played_words (tenant_id, play_id, number, word, score, played_at)
SELECT tenant_id, id, 0, best_word, score, reached_at FROM plays ORDER BY reached_at, id;

INSERT INTO score_counts (tenant_id, challenge_id, measure, score, plays)
SELECT p.tenant_id, p.challenge_id, c.measure, c.score, count(*)
FROM plays AS p CROSS JOIN LATERAL play_measures(p.score, p.best_score) AS c
WHERE p.counts GROUP BY p.tenant_id, p.challenge_id, c.measure, c.score;

-- Computed by the product's own function, from everybody's plays.
SELECT count(board_recount(bench.tenant(bench.home(person)), bench.person(person), 'untimed', periods))
FROM bench.size, generate_series(1, people) AS person, LATERAL (
    SELECT array_agg(DISTINCT date_trunc('week', (last::date - day)::timestamp)::date) || '-infinity'::date AS periods
    FROM generate_series(0, days - 1) AS day) AS w;
INSERT INTO board_counts (tenant_id, mode, period, first_day, people)
SELECT tenant_id, mode, period, first_day, count(*) FROM board_entries WHERE whole GROUP BY 1, 2, 3, 4
ON CONFLICT (tenant_id, mode, period, first_day) DO UPDATE SET people = excluded.people;

-- Copies of the other tables that a load changes, to restore them.
CREATE TABLE bench.score_counts AS TABLE score_counts;
CREATE TABLE bench.board_entries AS
SELECT tenant_id, user_id, mode, period, whole, first_day, last_day, score, reached_at, days, best_word, best_score, best_reached_at
FROM board_entries;

GRANT USAGE ON SCHEMA bench TO davenport_app;
GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA bench TO davenport_app;
GRANT SELECT ON bench.digests TO davenport_app;
