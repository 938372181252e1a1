-- Every group that a user is in, including those with only archived rooms.
CREATE VIEW group_cards WITH (security_invoker = true) AS
SELECT
    tenant_id,
    user_id,
    group_id,
    kind,
    show_id,
    max(group_title) AS title,
    member_ids,
    count(*) FILTER (WHERE NOT archived) AS active_count,
    count(*) FILTER (WHERE archived) AS archived_count,
    max(last_activity_at) AS last_activity_at
FROM room_cards
GROUP BY tenant_id, user_id, group_id, kind, show_id, member_ids;

GRANT SELECT ON group_cards TO davenport_app;
