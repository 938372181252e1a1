-- Who may decide a case: admins and owners, about an admin or an owner only owners, and nobody about themselves.
CREATE VIEW report_deciders WITH (security_invoker = true) AS
SELECT c.tenant_id, c.id AS case_id, u.id AS user_id
FROM report_cases AS c
LEFT JOIN users AS p ON p.tenant_id = c.tenant_id AND p.id = c.person_id
JOIN users AS u ON u.tenant_id = c.tenant_id AND u.suspended_at IS NULL AND u.id IS DISTINCT FROM c.person_id
    AND (u.role = 'owner' OR u.role = 'admin' AND p.role IN ('owner', 'admin') IS NOT TRUE);

GRANT SELECT ON report_deciders TO davenport_app;
GRANT SELECT ON report_deciders TO davenport_push;
