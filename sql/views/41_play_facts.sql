-- A play, whether it is over and since when, and its rank among the plays that count.
--
-- The rank is 1 + the number of plays with a higher score, counted in higher tiers and in the play's own tier. The query
-- decides who may see which rows.
CREATE VIEW play_facts WITH (security_invoker = true) AS
SELECT
    p.tenant_id,
    p.id AS play_id,
    p.challenge_id,
    p.user_id,
    p.started_at,
    p.ends_at,
    p.ends_at + play_grace() AS closes_at,
    p.finished_at IS NOT NULL OR p.struck_at IS NOT NULL OR p.ends_at + play_grace() <= (SELECT app_now()) AS over,
    CASE
        WHEN p.finished_at IS NOT NULL OR p.struck_at IS NOT NULL OR p.ends_at + play_grace() <= (SELECT app_now())
            THEN least(p.finished_at, p.struck_at, p.ends_at)
    END AS over_at,
    p.moves,
    p.score,
    p.reached_at,
    p.word_count,
    p.best_word,
    p.best_score,
    p.best_reached_at,
    p.struck_at IS NOT NULL AS struck,
    p.counts,
    -- A stamp for the sync feed.
    p.changed_xid,
    CASE WHEN p.counts THEN 1 + (
        SELECT coalesce(sum(s.plays), 0) FROM score_counts AS s
        WHERE s.tenant_id = app_tenant() AND s.challenge_id = p.challenge_id AND s.measure = 'tier' AND s.score > score_tier(p.score)
    ) + (
        SELECT coalesce(sum(s.plays), 0) FROM score_counts AS s
        WHERE s.tenant_id = app_tenant() AND s.challenge_id = p.challenge_id AND s.measure = 'score' AND s.score > p.score
            AND s.score <= score_tier(p.score)
    ) END AS rank
FROM plays AS p;

GRANT SELECT ON play_facts TO davenport_app;
