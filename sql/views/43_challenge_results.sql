-- The plays of a challenge that count, as `viewer_id` sees them: those of people of whom either blocks the other are nameless. Whether
-- the challenge is open to them is said by challenge_cards.
CREATE VIEW challenge_results WITH (security_invoker = true) AS
SELECT
    p.tenant_id,
    p.challenge_id,
    v.id AS viewer_id,
    p.id AS play_id,
    p.user_id,
    p.score,
    -p.score AS score_order,
    p.reached_at,
    p.word_count,
    p.best_word,
    p.best_score,
    -p.best_score AS best_order,
    p.best_reached_at,
    p.finished_at IS NOT NULL OR p.ends_at + play_grace() <= (SELECT app_now()) AS over,
    NOT EXISTS (
        SELECT FROM blocks AS b
        WHERE b.tenant_id = p.tenant_id
            AND (b.blocker_id = v.id AND b.blocked_id = p.user_id OR b.blocker_id = p.user_id AND b.blocked_id = v.id)) AS named,
    p.user_id = v.id OR EXISTS (
        SELECT FROM friendships AS f WHERE f.tenant_id = p.tenant_id AND f.user_id = v.id AND f.friend_id = p.user_id) AS close
FROM plays AS p
JOIN users AS v ON v.tenant_id = p.tenant_id
WHERE p.counts;

GRANT SELECT ON challenge_results TO davenport_app;
