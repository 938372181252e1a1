-- The notifications of links with which the recipient's password can be set, while there is one, and of ended passkeys.
CREATE VIEW account_notices WITH (security_invoker = true) AS
SELECT n.tenant_id, n.id, n.lease_id, n.kind, n.recipient_id, n.actor_id, n.about_id, NULL::text AS title, NULL::text AS detail, n.count,
    CASE WHEN n.kind = 'account.link_made' AND n.actor_id IS NULL THEN 'operator' END AS variant
FROM notifications AS n
WHERE n.kind = 'account.passkey_ended' OR n.kind = 'account.link_made'
    AND EXISTS (SELECT FROM password_links AS l WHERE l.tenant_id = n.tenant_id AND l.user_id = n.recipient_id);

GRANT SELECT ON account_notices TO davenport_push;
