-- Each word in each play that counts, of any challenge, and whether it was the user's first time.
CREATE VIEW word_plays WITH (security_invoker = true) AS
SELECT
    p.tenant_id,
    p.user_id,
    -- Null for an own challenge.
    c.day,
    p.id AS play_id,
    w.number,
    w.word,
    w.score,
    w.played_at,
    row_number() OVER (PARTITION BY p.tenant_id, p.user_id, w.word ORDER BY w.played_at, p.id) = 1 AS is_new
FROM plays AS p
JOIN challenges AS c ON c.tenant_id = p.tenant_id AND c.id = p.challenge_id
JOIN played_words AS w ON w.tenant_id = p.tenant_id AND w.play_id = p.id
WHERE p.counts;

GRANT SELECT ON word_plays TO davenport_app;
