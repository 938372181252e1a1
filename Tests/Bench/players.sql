-- Fills an empty, migrated database as its owner: a community with very many players. `people` and `days` are psql's
-- variables. The people have played yesterday's timed challenge, and half of them today's. Boards have possible values for
-- this number of days, and the first person has a history of them. Derived rows are written directly, not by triggers,
-- which have tests of their own.
\set ON_ERROR_STOP on
SET session_replication_role = replica;
SET timezone = 'UTC';
SELECT setseed(0.5);

\ir numbering.sql

-- The people are those of the first tenant: number i among them is person 50 i - 49. The second is last in every ranking.
CREATE FUNCTION bench.player(i bigint) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$ SELECT bench.person(50 * i - 49) $$;
CREATE FUNCTION bench.daily(mode text, ago bigint) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$ SELECT md5(mode || ' day ' || ago)::uuid $$;
CREATE TABLE bench.size AS SELECT :people AS people, :days AS days;
SELECT bench.tenant(1) AS tenant \gset
SELECT set_config('app.now', now()::text, false);

INSERT INTO tenants (id, slug, name, features, created_at, throttle_key)
VALUES (:'tenant', 'players', 'Players', '{play}', now() - interval '800 days', decode(repeat('00', 32), 'hex'));
INSERT INTO play_settings (tenant_id, language, day_zone, secret) VALUES (:'tenant', 'en', 'UTC', decode(repeat('00', 32), 'hex'));

INSERT INTO users (tenant_id, id, email, email_key, username, username_key, password_hash, role, identity_color)
SELECT :'tenant', bench.player(i), 'play' || i, 'play' || i, 'play' || i, 'play' || i, '-', 'member', '#000000'
FROM generate_series(1, :people) AS i;

-- The first and the second person send requests.
CREATE TABLE bench.digests AS
SELECT person, sha256(convert_to(bench.token(person), 'UTF8')) AS digest FROM (VALUES (1), (51)) AS p (person);
INSERT INTO sessions (tenant_id, id, user_id, token_digest, source, device_name, created_at, last_used_at, expires_at)
SELECT :'tenant', bench.person(person), bench.person(person), digest, 'login', 'Phone', now(), '2100-01-01', '2100-01-01' FROM bench.digests;

INSERT INTO challenges (tenant_id, id, kind, mode, language, day, letters, starts_at, ends_at)
SELECT :'tenant', bench.daily(m, d), 'daily', m, 'en', current_date - d, repeat('a', 81), (current_date - d)::timestamptz,
    (current_date - d + 1)::timestamptz
FROM generate_series(1, :days) AS d, unnest(ARRAY['timed', 'untimed']) AS m;

-- Scores like those of real puzzles: 2,000 in the middle, most of them between 600 and 3,400.
INSERT INTO plays (tenant_id, id, challenge_id, user_id, started_at, ends_at, finished_at, score, reached_at, word_count, best_word,
    best_score, best_reached_at)
SELECT :'tenant', md5('play of ' || i)::uuid, bench.daily('timed', 1), bench.player(i), moment, moment + interval '3 minutes',
    moment + interval '2 minutes', score, moment + interval '1 minute', 9, 'word', score / 5, moment + interval '1 minute'
FROM (
    SELECT i, CASE i WHEN 2 THEN 5 ELSE 600 + (700 * (random() + random() + random() + random()))::integer END AS score,
        current_date - random() * interval '20 hours' AS moment
    FROM generate_series(1, :people) AS i
) AS p;

INSERT INTO score_counts (tenant_id, challenge_id, measure, score, plays)
SELECT p.tenant_id, p.challenge_id, c.measure, c.score, count(*)
FROM plays AS p CROSS JOIN LATERAL play_measures(p.score, p.best_score) AS c
WHERE p.counts AND p.challenge_id = bench.daily('timed', 1)
GROUP BY p.tenant_id, p.challenge_id, c.measure, c.score;

-- For all other days, the first person's counts stand for as many plays, though only theirs exist.
INSERT INTO score_counts (tenant_id, challenge_id, measure, score, plays)
SELECT s.tenant_id, c.id, s.measure, s.score, s.plays
FROM score_counts AS s
JOIN challenges AS c ON c.tenant_id = s.tenant_id AND c.kind = 'daily' AND c.id <> s.challenge_id
WHERE s.tenant_id = :'tenant' AND s.challenge_id = bench.daily('timed', 1);

INSERT INTO plays (tenant_id, id, challenge_id, user_id, started_at, ends_at, finished_at, score, reached_at, word_count, best_word,
    best_score, best_reached_at)
SELECT p.tenant_id, md5(c.id::text)::uuid, c.id, p.user_id, c.starts_at, c.ends_at, c.ends_at, p.score, c.ends_at, 9, 'word', p.best_score,
    c.ends_at
FROM plays AS p
JOIN challenges AS c ON c.tenant_id = p.tenant_id AND c.kind = 'daily' AND c.id <> p.challenge_id
WHERE p.tenant_id = :'tenant' AND p.id = md5('play of 1')::uuid;

-- Half have played today; the others played last yesterday.
INSERT INTO board_entries (tenant_id, user_id, mode, period, whole, first_day, last_day, score, reached_at, days, best_word, best_score,
    best_reached_at)
SELECT :'tenant', bench.player(i), 'timed', b.period, w.whole, current_date - n.days, last_day,
    CASE i WHEN 2 THEN 1 ELSE greatest(2, (CASE WHEN w.whole THEN n.days ELSE n.days - 1 END) * skill + spread)::integer END,
    current_date - random() * interval '20 hours', n.days, 'word', CASE i WHEN 2 THEN 1 ELSE (skill / 4)::integer END,
    current_date - random() * interval '20 hours'
FROM (
    SELECT i, 600 + 700 * (random() + random() + random() + random()) AS skill, 300 * random() AS spread,
        current_date - (random() > 0.5)::integer AS last_day
    FROM generate_series(1, :people) AS i
) AS p
CROSS JOIN (
    VALUES ('-infinity'::date, :days), (date_trunc('week', current_date::timestamp)::date, 1 + extract(isodow FROM current_date)::integer)
) AS b (period, days)
CROSS JOIN LATERAL (SELECT greatest(2, b.days) AS days) AS n
CROSS JOIN (VALUES (true), (false)) AS w (whole);

INSERT INTO board_counts (tenant_id, mode, period, first_day, people)
SELECT tenant_id, mode, period, first_day, count(*) FROM board_entries WHERE whole GROUP BY 1, 2, 3, 4;

GRANT USAGE ON SCHEMA bench TO davenport_app;
GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA bench TO davenport_app;
GRANT SELECT ON bench.digests TO davenport_app;
