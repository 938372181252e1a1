-- What the number on an app's icon counts of rooms: somebody's active ones that they have still to watch or to read in, while the
-- community watches.
CREATE VIEW watch_badges WITH (security_invoker = true) AS
SELECT r.tenant_id, r.user_id
FROM room_cards AS r
JOIN tenants AS c ON c.id = r.tenant_id AND 'watch' = ANY (c.features)
WHERE NOT r.archived AND r.attention IN ('watch', 'read');

GRANT SELECT ON watch_badges TO davenport_push;
