-- When something in the feed of a user last changed, without what it is. Each area adds a branch for its collections.
CREATE VIEW feed_stamps WITH (security_invoker = true) AS
SELECT tenant_id, user_id, changed_xid FROM memberships
UNION ALL
SELECT m.tenant_id, m.user_id, r.changed_xid
FROM memberships AS m
JOIN rooms AS r ON r.tenant_id = m.tenant_id AND r.id = m.room_id
UNION ALL
SELECT tenant_id, user_id, left_xid FROM former_members
UNION ALL
SELECT tenant_id, user_id, changed_xid FROM challenge_players;

GRANT SELECT ON feed_stamps TO davenport_push;
