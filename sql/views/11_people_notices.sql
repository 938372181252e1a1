-- The notifications about friends and invites, and the summaries, that are still true.
CREATE VIEW people_notices WITH (security_invoker = true) AS
SELECT n.tenant_id, n.id, n.lease_id, n.kind, n.recipient_id, n.actor_id, n.about_id, NULL::text AS title, NULL::text AS detail, n.count,
    NULL::text AS variant
FROM notifications AS n
WHERE n.kind IN ('friend.requested', 'friend.accepted', 'invite.accepted', 'summary')
    AND CASE n.kind
        WHEN 'friend.requested' THEN EXISTS (
            SELECT FROM friend_requests AS q
            WHERE q.tenant_id = n.tenant_id AND q.from_id = n.actor_id AND q.to_id = n.recipient_id)
        WHEN 'friend.accepted' THEN EXISTS (
            SELECT FROM friendships AS f
            WHERE f.tenant_id = n.tenant_id AND f.user_id = n.recipient_id AND f.friend_id = n.actor_id)
        ELSE true
    END;

GRANT SELECT ON people_notices TO davenport_push;
