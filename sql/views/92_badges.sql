-- The number on an app's icon: how many of somebody's active rooms they have still to watch or to read in. Nobody's row means none.
CREATE VIEW badges WITH (security_invoker = true) AS
SELECT tenant_id, user_id, count(*) AS count
FROM room_cards
WHERE NOT archived AND attention IN ('watch', 'read')
GROUP BY tenant_id, user_id;

GRANT SELECT ON badges TO davenport_push;
