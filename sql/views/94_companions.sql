-- The people that `user_id` may add to a room or challenge of theirs: friends, and each area adds a branch.
CREATE VIEW companions WITH (security_invoker = true) AS
SELECT tenant_id, user_id, friend_id AS other_id FROM friendships
UNION ALL
SELECT tenant_id, user_id, other_id FROM room_mates;

GRANT SELECT ON companions TO davenport_app;
