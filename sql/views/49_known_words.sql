-- Each word that a user has ever played in plays that count, with the number of plays, and the first play with the word's best score.
CREATE VIEW known_words WITH (security_invoker = true) AS
SELECT
    w.tenant_id,
    w.user_id,
    w.word,
    count(*) AS times,
    max(w.score) AS best_score,
    -max(w.score) AS score_order,
    (array_agg(w.play_id ORDER BY w.score DESC, w.played_at, w.play_id))[1] AS play_id,
    min(w.played_at) AS first_at,
    max(w.played_at) AS last_at
FROM word_plays AS w
GROUP BY w.tenant_id, w.user_id, w.word;

GRANT SELECT ON known_words TO davenport_app;
