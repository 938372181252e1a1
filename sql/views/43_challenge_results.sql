-- The plays of challenges that count. challenge_cards decides whether a challenge is open to a user, play_names whose names
-- they see.
CREATE VIEW challenge_results WITH (security_invoker = true) AS
SELECT
    p.tenant_id,
    p.challenge_id,
    p.play_id,
    p.user_id,
    p.score,
    p.reached_at,
    p.word_count,
    p.best_word,
    p.best_score,
    p.best_reached_at,
    p.over
FROM play_facts AS p
WHERE p.counts;

GRANT SELECT ON challenge_results TO davenport_app;
