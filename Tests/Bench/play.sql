-- A community in which very many play: `psql -v people=100000 -v days=30 -f Tests/Bench/play.sql`, over a database that `davenport dev` has
-- made, as its owner. In its first tenant these people have played yesterday's timed challenge, and half of them today's; boards have what
-- they might have made of so many days. Derived rows are written at once rather than by triggers, which are tried elsewhere.

SET session_replication_role = replica;

SELECT id AS tenant FROM tenants ORDER BY slug LIMIT 1 \gset
SELECT enter(:'tenant', now());
SELECT set_config('app.now', now()::text, false);

INSERT INTO users (tenant_id, id, email, email_key, username, username_key, password_hash, role, identity_color)
SELECT :'tenant', md5('play ' || i)::uuid, 'play' || i, 'play' || i, 'play' || i, 'play' || i, '-', 'member', '#000000'
FROM generate_series(1, :people) AS i;

INSERT INTO challenges (tenant_id, id, kind, mode, language, day, letters, starts_at, ends_at)
SELECT :'tenant', md5('day ' || d)::uuid, 'daily', 'timed', 'en', current_date - d, repeat('a', 81), (current_date - d)::timestamptz,
    (current_date - d + 1)::timestamptz
FROM generate_series(1, 1) AS d;

-- Scores as the puzzles give them: 2,000 in the middle, most of them between 600 and 3,400.
INSERT INTO plays (tenant_id, id, challenge_id, user_id, started_at, ends_at, finished_at, score, reached_at, word_count, best_word,
    best_score, best_reached_at)
SELECT :'tenant', md5('play of ' || i)::uuid, md5('day 1')::uuid, md5('play ' || i)::uuid, moment, moment + interval '3 minutes',
    moment + interval '2 minutes', score, moment + interval '1 minute', 9, 'word', score / 5, moment + interval '1 minute'
FROM (
    SELECT i, 600 + (700 * (random() + random() + random() + random()))::integer AS score, current_date - random() * interval '20 hours' AS moment
    FROM generate_series(1, :people) AS i
) AS p;

INSERT INTO score_counts (tenant_id, challenge_id, measure, score, plays)
SELECT p.tenant_id, p.challenge_id, c.measure, c.score, count(*)
FROM plays AS p CROSS JOIN LATERAL (VALUES ('score', p.score), ('word', p.best_score)) AS c (measure, score)
WHERE p.counts AND p.challenge_id = md5('day 1')::uuid
GROUP BY p.tenant_id, p.challenge_id, c.measure, c.score;

-- Half have played today; of all others the last day was yesterday.
INSERT INTO board_entries (tenant_id, user_id, mode, period, whole, first_day, last_day, score, reached_at, days, best_word, best_score,
    best_reached_at)
SELECT :'tenant', md5('play ' || i)::uuid, 'timed', b.period, w.whole, current_date - n.days, last_day,
    greatest(1, (CASE WHEN w.whole THEN n.days ELSE n.days - 1 END) * skill + spread)::integer, current_date - random() * interval '20 hours',
    n.days, 'word', (skill / 4)::integer, current_date - random() * interval '20 hours'
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
SELECT tenant_id, mode, period, first_day, count(*) FROM board_entries
WHERE tenant_id = :'tenant' AND whole AND best_word = 'word' GROUP BY 1, 2, 3, 4
ON CONFLICT (tenant_id, mode, period, first_day) DO UPDATE SET people = excluded.people;

ANALYZE users, challenges, plays, score_counts, board_entries, board_counts;
