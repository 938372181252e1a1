-- The notifications that a digest tells: those that have ended, are still true, and are about something that needs the recipient's
-- attention.
CREATE VIEW waiting_notices WITH (security_invoker = true) AS
SELECT n.tenant_id, n.recipient_id, n.finished_at, l.kind, l.actor_id, l.about_id, l.title, l.detail, l.count, l.variant
FROM notifications AS n
CROSS JOIN LATERAL (
    SELECT l.kind, l.actor_id, l.about_id, l.title, l.detail, l.count, l.variant FROM live_notifications AS l
    WHERE l.tenant_id = n.tenant_id AND l.id = n.id OFFSET 0
) AS l
WHERE n.state IN ('sent', 'dead', 'no_device', 'coalesced') AND EXISTS (
    SELECT FROM waiting_things AS w WHERE w.tenant_id = n.tenant_id AND w.user_id = n.recipient_id AND w.about_id = n.about_id OFFSET 0);

GRANT SELECT ON waiting_notices TO davenport_push;
