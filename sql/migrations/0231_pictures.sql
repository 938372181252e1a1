-- Pictures in comments: files of a kind of their own, which comments use.

ALTER TABLE files
    -- What the file is for: 'file' for one of any type, 'picture' for one to show.
    ADD COLUMN kind text NOT NULL DEFAULT 'file' CHECK (kind IN ('file', 'picture')),
    -- The size of a picture in pixels, null of another file.
    ADD COLUMN width integer CHECK (width > 0),
    ADD COLUMN height integer CHECK (height > 0),
    -- The size and the digest of a picture as it was sent, by which a retry is recognised. What is stored has no metadata.
    ADD COLUMN sent_size integer CHECK (sent_size > 0),
    ADD COLUMN sent_sha256 bytea CHECK (octet_length(sent_sha256) = 32),
    -- The comment that uses the picture. It may have removed it since, if a report keeps it as evidence: then its `pictures` lack it. A
    -- foreign key would delete the picture of a deleted room, which evidence may need.
    ADD COLUMN comment_id uuid,
    ADD CONSTRAINT files_picture_check CHECK (num_nonnulls(width, height, sent_size, sent_sha256) = CASE kind WHEN 'picture' THEN 4 ELSE 0 END),
    DROP CONSTRAINT files_check,
    DROP CONSTRAINT files_check1,
    ADD CONSTRAINT files_use_check CHECK (
        CASE kind WHEN 'picture' THEN num_nonnulls(task_id, entry_id) = 0 AND num_nonnulls(comment_id) = num_nonnulls(position)
        ELSE num_nonnulls(task_id, entry_id) = num_nonnulls(position) AND comment_id IS NULL END);
CREATE INDEX files_comment ON files (tenant_id, comment_id) WHERE comment_id IS NOT NULL;
GRANT UPDATE (comment_id) ON files TO davenport_app;

-- How many bytes a tenant's pictures have, as `file_usage` counts other files. The two are apart, so that whoever deletes a comment waits for
-- nobody who deletes a task.
CREATE TABLE picture_usage (
    tenant_id uuid PRIMARY KEY REFERENCES tenants,
    bytes bigint NOT NULL CHECK (bytes >= 0)
);

ALTER TABLE picture_usage ENABLE ROW LEVEL SECURITY;
ALTER TABLE picture_usage FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON picture_usage TO davenport_app
    USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE ON picture_usage TO davenport_app;

-- The pictures of a comment in their order, each with its facts and its alternative text; null if there are none. They are words of the
-- comment, and lists read it without another table.
ALTER TABLE comments
    ADD COLUMN pictures jsonb CHECK (jsonb_typeof(pictures) = 'array' AND jsonb_array_length(pictures) BETWEEN 1 AND 4),
    DROP CONSTRAINT comments_check,
    ADD CONSTRAINT comments_content_check CHECK (
        CASE WHEN deleted_at IS NULL THEN content <> '' OR pictures IS NOT NULL ELSE content = '' AND pictures IS NULL END);
GRANT UPDATE (pictures) ON comments TO davenport_app;

-- The pictures that were copied with a comment as evidence; null if there are none, or once they are erased.
ALTER TABLE report_evidence ADD COLUMN pictures jsonb;
CREATE INDEX report_evidence_pictures ON report_evidence (tenant_id) WHERE pictures IS NOT NULL;
