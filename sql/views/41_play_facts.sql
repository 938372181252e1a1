-- A play with what follows from the moment: whether it is over, and since when. Who may see it is decided by whoever asks.
CREATE VIEW play_facts WITH (security_invoker = true) AS
SELECT
    p.tenant_id,
    p.id AS play_id,
    p.challenge_id,
    p.user_id,
    p.started_at,
    p.ends_at,
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
    p.counts
FROM plays AS p;

GRANT SELECT ON play_facts TO davenport_app;
