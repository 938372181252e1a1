-- The rooms that count in the badge on an app's icon: a user's active rooms to watch or to read, and those with a request to join
-- that the user may answer, while the tenant has the feature.
CREATE VIEW watch_badges WITH (security_invoker = true) AS
SELECT r.tenant_id, r.user_id, r.room_id AS about_id
FROM room_cards AS r
JOIN tenants AS c ON c.id = r.tenant_id AND 'watch' = ANY (c.features)
WHERE NOT r.archived AND (r.attention IN ('watch', 'read') OR EXISTS (
    SELECT FROM waiting_room_requests AS q
    WHERE q.tenant_id = r.tenant_id AND q.room_id = r.room_id AND q.member_id = r.user_id));

GRANT SELECT ON watch_badges TO davenport_push;
