-- The reminders of a day's challenges that are still true. None is sent after the day is over (rules 12.43
-- and 12.44).
--
-- `challenge.ready` goes to a user who has started none of the day's challenges. It has the better of the previous day's
-- ranks that are open to them. `challenge.ending` goes to a user whose untimed play still runs, or whose streak breaks with
-- the day: a word on both days before, none on this day, and a challenge left to play.
CREATE VIEW reminder_notices WITH (security_invoker = true) AS
SELECT n.tenant_id, n.id, n.lease_id, n.kind, n.recipient_id, n.actor_id, n.about_id, NULL::text AS title, best.rank::text AS detail,
    NULL::integer AS count, CASE WHEN best.rank IS NOT NULL THEN 'ranked' END AS variant
FROM notifications AS n
JOIN tenants AS t ON t.id = n.tenant_id AND 'play' = ANY (t.features)
CROSS JOIN LATERAL (
    SELECT
        coalesce(bool_or(c.day = n.day), false) AS started,
        coalesce(bool_or(c.day = n.day AND c.mode = 'untimed' AND p.finished_at IS NULL AND p.struck_at IS NULL
            AND p.ends_at + play_grace() > (SELECT app_now())), false) AS running,
        coalesce(bool_or(c.day = n.day AND p.counts), false) AS played,
        count(DISTINCT c.day) FILTER (WHERE c.day < n.day AND p.counts) = 2 AS streak,
        count(*) FILTER (WHERE c.day = n.day AND (p.finished_at IS NOT NULL OR p.struck_at IS NOT NULL
            OR p.ends_at + play_grace() <= (SELECT app_now()))) = 2 AS finished
    FROM challenges AS c
    JOIN plays AS p ON p.tenant_id = n.tenant_id AND p.challenge_id = c.id AND p.user_id = n.recipient_id
    WHERE c.tenant_id = n.tenant_id AND c.kind = 'daily' AND c.day BETWEEN n.day - 2 AND n.day
) AS did
LEFT JOIN LATERAL (
    SELECT 1 + min((
        SELECT coalesce(sum(s.plays), 0) FROM score_counts AS s
        WHERE s.tenant_id = n.tenant_id AND s.challenge_id = p.challenge_id AND s.measure = 'score' AND s.score > p.score)) AS rank
    FROM challenges AS c
    JOIN plays AS p ON p.tenant_id = n.tenant_id AND p.challenge_id = c.id AND p.user_id = n.recipient_id AND p.counts
    WHERE c.tenant_id = n.tenant_id AND c.kind = 'daily' AND c.day = n.day - 1
        AND (p.finished_at IS NOT NULL OR p.ends_at + play_grace() <= (SELECT app_now()))
) AS best ON n.kind = 'challenge.ready'
WHERE n.kind IN ('challenge.ready', 'challenge.ending')
    AND n.not_after > (SELECT app_now())
    AND CASE n.kind
        WHEN 'challenge.ready' THEN NOT did.started
        ELSE did.running OR did.streak AND NOT did.played AND NOT did.finished
    END;

GRANT SELECT ON reminder_notices TO davenport_push;
