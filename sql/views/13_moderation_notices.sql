-- The notifications of reports, while they are open and the recipient may decide them, and of warnings.
CREATE VIEW moderation_notices WITH (security_invoker = true) AS
SELECT n.tenant_id, n.id, n.lease_id, n.kind, n.recipient_id, n.actor_id, n.about_id, NULL::text AS title, NULL::text AS detail, n.count,
    NULL::text AS variant
FROM notifications AS n
WHERE n.kind IN ('report.made', 'report.due', 'moderation.warned')
    AND CASE n.kind
        WHEN 'moderation.warned' THEN true
        ELSE EXISTS (
            SELECT FROM report_cases AS c
            WHERE c.tenant_id = n.tenant_id AND c.id = n.about_id AND c.resolved_at IS NULL)
            AND EXISTS (
                SELECT FROM report_deciders AS d
                WHERE d.tenant_id = n.tenant_id AND d.case_id = n.about_id AND d.user_id = n.recipient_id)
    END;

GRANT SELECT ON moderation_notices TO davenport_push;
