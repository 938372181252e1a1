-- The names that people see: `user_id` sees the name of `other_id`. Friends do, and each area adds a branch.
CREATE VIEW name_viewers WITH (security_invoker = true) AS
SELECT tenant_id, user_id, friend_id AS other_id FROM friendships
UNION ALL
SELECT tenant_id, user_id, other_id FROM room_mates
UNION ALL
SELECT tenant_id, user_id, other_id FROM teaching_acquaintances;

GRANT SELECT ON name_viewers TO davenport_app, davenport_push;
