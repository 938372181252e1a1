-- What the spoiler gate needs to know of each member of a room: the arguments of `gate_hides`.
CREATE VIEW spoiler_gates WITH (security_invoker = true) AS
SELECT
    tenant_id,
    user_id,
    room_id,
    position_second(position_seconds, position_running, position_age) AS reached,
    member_ids,
    member_watched_at
FROM room_cards;

GRANT SELECT ON spoiler_gates TO davenport_app;
