-- A challenge as each user who may see it sees it: a daily one every member, an own one its players.
--
-- It has the user's own play, and whether the challenge is open to them: their play is over or, without a play, the
-- challenge has ended. It has no letters. The maker of an own challenge is left out if their name isn't shown to the user.
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
    m.bot AS maker_bot,
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
    -- A sub-select, so that it is computed only for rows that are returned. As a column of the join, it would be computed
    -- for every play of the user.
    CASE WHEN p.over THEN (SELECT r.rank FROM play_facts AS r WHERE r.tenant_id = app_tenant() AND r.play_id = p.play_id) END AS rank
FROM challenges AS c
JOIN users AS u ON u.tenant_id = c.tenant_id
LEFT JOIN challenge_players AS i ON i.tenant_id = c.tenant_id AND i.challenge_id = c.id AND i.user_id = u.id
-- Reads the first play of the challenge at or after the user's id, so that PostgreSQL uses the index by challenge. It
-- expects everybody to have about as many plays, and with `user_id = u.id` would read all plays of somebody who has played
-- for years.
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
