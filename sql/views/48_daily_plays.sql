-- The plays of daily challenges that count, with user and day.
CREATE VIEW daily_plays WITH (security_invoker = true) AS
SELECT
    p.tenant_id,
    p.user_id,
    c.day,
    c.mode,
    p.id AS play_id,
    p.score,
    p.reached_at,
    p.best_word,
    p.best_score,
    p.best_reached_at
FROM plays AS p
JOIN challenges AS c ON c.tenant_id = p.tenant_id AND c.id = p.challenge_id
WHERE p.counts AND c.kind = 'daily';

GRANT SELECT ON daily_plays TO davenport_app;
