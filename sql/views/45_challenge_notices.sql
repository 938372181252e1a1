-- What is told of own challenges and is still true: who was invited has not started and still can, and who has finished was not struck
-- since. Who is nameless to the one who is told is nobody here either, so that blocks between the two are looked at here.
CREATE VIEW challenge_notices WITH (security_invoker = true) AS
SELECT
    n.tenant_id,
    n.id,
    n.lease_id,
    n.kind,
    n.recipient_id,
    CASE
        WHEN NOT EXISTS (
            SELECT FROM play_profiles AS f WHERE f.tenant_id = n.tenant_id AND f.user_id = n.actor_id AND f.named_to = 'friends')
            OR EXISTS (
                SELECT FROM friendships AS f
                WHERE f.tenant_id = n.tenant_id AND f.user_id = n.recipient_id AND f.friend_id = n.actor_id)
            THEN n.actor_id
    END AS actor_id,
    n.about_id,
    NULL::text AS title,
    NULL::text AS detail,
    NULL::integer AS count,
    NULL::text AS variant
FROM notifications AS n
JOIN tenants AS t ON t.id = n.tenant_id AND 'play' = ANY (t.features)
JOIN challenges AS c ON c.tenant_id = n.tenant_id AND c.id = n.about_id AND c.kind = 'own'
JOIN challenge_players AS mine ON mine.tenant_id = n.tenant_id AND mine.challenge_id = n.about_id AND mine.user_id = n.recipient_id
-- Of who was invited, or who has finished.
LEFT JOIN plays AS p ON p.tenant_id = n.tenant_id AND p.challenge_id = n.about_id
    AND p.user_id = CASE n.kind WHEN 'challenge.invited' THEN n.recipient_id ELSE n.actor_id END
WHERE n.kind IN ('challenge.invited', 'challenge.finished')
    AND CASE n.kind
        WHEN 'challenge.invited' THEN p.user_id IS NULL AND c.ends_at > (SELECT app_now())
        ELSE c.maker_id = n.recipient_id AND p.finished_at IS NOT NULL AND p.struck_at IS NULL
    END
    AND NOT EXISTS (
        SELECT FROM blocks AS b
        WHERE b.tenant_id = n.tenant_id
            AND (b.blocker_id, b.blocked_id) IN ((n.recipient_id, n.actor_id), (n.actor_id, n.recipient_id)));

GRANT SELECT ON challenge_notices TO davenport_push;
