-- The users, as `user_id`, who may download a file. While nothing uses it, that is its uploader. Otherwise the view of the area that uses
-- it says so.
CREATE VIEW file_viewers WITH (security_invoker = true) AS
SELECT f.tenant_id, f.id AS file_id, f.uploader_id AS user_id
FROM files AS f
WHERE f.position IS NULL AND f.created_at > (SELECT unattached_since())
UNION ALL
SELECT tenant_id, file_id, user_id FROM class_file_viewers
UNION ALL
SELECT tenant_id, file_id, user_id FROM visible_pictures
UNION ALL
SELECT tenant_id, file_id, user_id FROM evidence_viewers;

GRANT SELECT ON file_viewers TO davenport_app;
