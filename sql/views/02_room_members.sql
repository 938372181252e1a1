-- Who is in a room, with what everybody may see of them.
CREATE VIEW room_members WITH (security_invoker = true) AS
SELECT
    m.tenant_id,
    m.room_id,
    m.user_id,
    u.username,
    u.identity_color,
    u.avatar_version,
    m.watched_at,
    m.joined_at,
    m.user_id = r.host_id AS is_host
FROM memberships AS m
JOIN rooms AS r ON r.tenant_id = m.tenant_id AND r.id = m.room_id
JOIN users AS u ON u.tenant_id = m.tenant_id AND u.id = m.user_id;

GRANT SELECT ON room_members TO davenport_app;
