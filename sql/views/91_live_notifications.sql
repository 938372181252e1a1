-- The notifications that are still true and wanted. Each area adds a branch with its own kinds; conditions for all kinds
-- are here.
CREATE VIEW live_notifications WITH (security_invoker = true) AS
SELECT n.tenant_id, n.id, n.lease_id, n.kind, n.recipient_id, n.actor_id, n.about_id, n.title, n.detail, coalesce(n.count, 1) AS count, n.variant
FROM (
    SELECT tenant_id, id, lease_id, kind, recipient_id, actor_id, about_id, title, detail, count, variant FROM account_notices
    UNION ALL
    SELECT tenant_id, id, lease_id, kind, recipient_id, actor_id, about_id, title, detail, count, variant FROM people_notices
    UNION ALL
    SELECT tenant_id, id, lease_id, kind, recipient_id, actor_id, about_id, title, detail, count, variant FROM moderation_notices
    UNION ALL
    SELECT tenant_id, id, lease_id, kind, recipient_id, actor_id, about_id, title, detail, count, variant FROM watch_notices
    UNION ALL
    SELECT tenant_id, id, lease_id, kind, recipient_id, actor_id, about_id, title, detail, count, variant FROM class_notices
    UNION ALL
    SELECT tenant_id, id, lease_id, kind, recipient_id, actor_id, about_id, title, detail, count, variant FROM challenge_notices
    UNION ALL
    SELECT tenant_id, id, lease_id, kind, recipient_id, actor_id, about_id, title, detail, count, variant FROM reminder_notices
) AS n
JOIN users AS r ON r.tenant_id = n.tenant_id AND r.id = n.recipient_id AND r.suspended_at IS NULL
LEFT JOIN notification_preferences AS p ON p.tenant_id = n.tenant_id AND p.user_id = n.recipient_id
-- Nobody can mute what a decision tells them, or what somebody does to their account.
WHERE (n.kind = 'moderation.warned' OR is_about_account(n.kind) OR NOT n.kind = ANY (coalesce(p.muted, '{}')))
    AND NOT EXISTS (
        SELECT FROM blocks AS b
        WHERE b.tenant_id = n.tenant_id AND NOT is_about_account(n.kind)
            AND (b.blocker_id, b.blocked_id) IN ((n.recipient_id, n.actor_id), (n.actor_id, n.recipient_id)))
    AND NOT EXISTS (
        SELECT FROM muted_people AS m
        WHERE m.tenant_id = n.tenant_id AND m.user_id = n.recipient_id AND m.muted_id = n.actor_id AND NOT is_about_account(n.kind));

GRANT SELECT ON live_notifications TO davenport_push;
