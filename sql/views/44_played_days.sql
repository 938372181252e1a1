-- The days on which a user found a word in a daily challenge.
CREATE VIEW played_days WITH (security_invoker = true) AS
SELECT DISTINCT p.tenant_id, p.user_id, c.day
FROM plays AS p
JOIN challenges AS c ON c.tenant_id = p.tenant_id AND c.id = p.challenge_id
WHERE p.counts AND c.kind = 'daily';

GRANT SELECT ON played_days TO davenport_app;
