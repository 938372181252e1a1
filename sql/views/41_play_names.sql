-- Whether a user's name is shown to a viewer in results, on boards and in plays.
--
-- It isn't if either blocks the other, nor to anybody but friends if the user chose so. Queries give both ids.
CREATE VIEW play_names WITH (security_invoker = true) AS
SELECT
    v.tenant_id,
    v.id AS viewer_id,
    u.id AS user_id,
    u.id = v.id
        OR NOT EXISTS (
            SELECT FROM blocks AS b WHERE b.tenant_id = app_tenant() AND b.blocker_id = v.id AND b.blocked_id = u.id)
        AND NOT EXISTS (
            SELECT FROM blocks AS b WHERE b.tenant_id = app_tenant() AND b.blocker_id = u.id AND b.blocked_id = v.id)
        AND (
            NOT EXISTS (
                SELECT FROM play_profiles AS r WHERE r.tenant_id = app_tenant() AND r.user_id = u.id AND r.named_to = 'friends')
            OR EXISTS (
                SELECT FROM friendships AS f WHERE f.tenant_id = app_tenant() AND f.user_id = v.id AND f.friend_id = u.id)
        ) AS named
FROM users AS v
JOIN users AS u ON u.tenant_id = v.tenant_id;

GRANT SELECT ON play_names TO davenport_app;
