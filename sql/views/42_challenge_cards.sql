-- A challenge as one sees it who may: a daily one every member, an own one those in it. With their own play of it and whether it is open to
-- them: their play is over or, where they have none, the challenge has ended. It has no letters. The maker of an own one is left out where
-- they have no name for whoever looks.
CREATE VIEW challenge_cards WITH (security_invoker = true) AS
SELECT
    c.tenant_id,
    c.id AS challenge_id,
    u.id AS user_id,
    c.kind,
    c.mode,
    c.language,
    c.day,
    m.id AS maker_id,
    m.username AS maker_username,
    m.identity_color AS maker_identity_color,
    m.avatar_version AS maker_avatar_version,
    c.code,
    c.starts_at,
    c.ends_at,
    c.ends_at <= (SELECT app_now()) AS ended,
    (
        SELECT coalesce(sum(s.plays), 0) FROM score_counts AS s
        WHERE s.tenant_id = app_tenant() AND s.challenge_id = c.id AND s.measure = 'tier') AS play_count,
    coalesce(p.over, c.ends_at <= (SELECT app_now())) AS open,
    p.play_id,
    p.over,
    p.score,
    p.word_count,
    -- Looked up for what is told alone: as a column of the join it would be summed up for every play of theirs.
    CASE WHEN p.over THEN (SELECT r.rank FROM play_facts AS r WHERE r.tenant_id = app_tenant() AND r.play_id = p.play_id) END AS rank
FROM challenges AS c
JOIN users AS u ON u.tenant_id = c.tenant_id
LEFT JOIN challenge_players AS i ON i.tenant_id = c.tenant_id AND i.challenge_id = c.id AND i.user_id = u.id
-- The first of the challenge's from that person on, and so looked up by the challenge: for PostgreSQL everybody has as many plays as most,
-- and for `user_id = u.id` it would read all of whoever has played for years.
LEFT JOIN LATERAL (
    SELECT f.user_id, f.play_id, f.over, f.score, f.word_count FROM play_facts AS f
    WHERE f.tenant_id = app_tenant() AND f.challenge_id = c.id AND f.user_id >= u.id
    ORDER BY f.user_id
    LIMIT 1
) AS p ON p.user_id = u.id
LEFT JOIN users AS m ON m.tenant_id = c.tenant_id AND m.id = c.maker_id AND (
    SELECT n.named FROM play_names AS n WHERE n.tenant_id = app_tenant() AND n.viewer_id = u.id AND n.user_id = c.maker_id)
WHERE c.kind = 'daily' OR i.user_id IS NOT NULL;

GRANT SELECT ON challenge_cards TO davenport_app;
