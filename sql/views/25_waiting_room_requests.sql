-- The requests to join a room that wait for an answer, one row for each member who may answer: a friend of the asker.
CREATE VIEW waiting_room_requests WITH (security_invoker = true) AS
SELECT q.tenant_id, q.room_id, q.user_id, q.requested_at, m.user_id AS member_id
FROM room_requests AS q
JOIN friendships AS f ON f.tenant_id = q.tenant_id AND f.user_id = q.user_id
JOIN memberships AS m ON m.tenant_id = q.tenant_id AND m.room_id = q.room_id AND m.user_id = f.friend_id
WHERE q.declined_at IS NULL AND q.requested_at > (SELECT app_now() - room_request_lifetime());

GRANT SELECT ON waiting_room_requests TO davenport_app, davenport_push;
