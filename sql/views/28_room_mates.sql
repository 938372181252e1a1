-- The people who share a room now, archived ones too. Everybody is also paired with themselves.
CREATE VIEW room_mates WITH (security_invoker = true) AS
SELECT mine.tenant_id, mine.user_id, theirs.user_id AS other_id
FROM memberships AS mine
JOIN memberships AS theirs ON theirs.tenant_id = mine.tenant_id AND theirs.room_id = mine.room_id;

GRANT SELECT ON room_mates TO davenport_app, davenport_push;
