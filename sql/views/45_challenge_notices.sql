-- The notifications about own challenges that are still true.
--
-- Somebody who was invited hasn't started and still can; a play that was finished hasn't been struck. The actor is left out
-- if their name isn't shown to the recipient. live_notifications can't see a block between the two then, so this view checks it.
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
-- The play of the invited user, or of the user who has finished.
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
