-- What the number on an app's icon counts of rooms: somebody's active ones that they have still to watch or to read in.
CREATE VIEW watch_badges WITH (security_invoker = true) AS
SELECT tenant_id, user_id
FROM room_cards
WHERE NOT archived AND attention IN ('watch', 'read');

GRANT SELECT ON watch_badges TO davenport_push;
