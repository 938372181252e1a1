-- The users, as `user_id`, who may download a picture because it is evidence of a report that they may decide.
CREATE VIEW evidence_viewers WITH (security_invoker = true) AS
SELECT f.tenant_id, f.id AS file_id, d.user_id
FROM files AS f
JOIN report_evidence AS e ON e.tenant_id = f.tenant_id AND e.pictures IS NOT NULL
    AND e.pictures @> jsonb_build_array(jsonb_build_object('id', f.id))
JOIN reports AS r ON r.tenant_id = e.tenant_id AND r.id = e.report_id
JOIN report_deciders AS d ON d.tenant_id = r.tenant_id AND d.case_id = r.case_id
WHERE f.kind = 'picture';

GRANT SELECT ON evidence_viewers TO davenport_app;
