-- Files, in parts. One is its uploader's until a task or an entry names it, once and for good; from then on it goes with that.

-- What was uploaded at this moment or before, and nothing has named, is gone: for everybody at once, from the table with the next upload.
CREATE FUNCTION unattached_since() RETURNS timestamptz
LANGUAGE sql STABLE PARALLEL SAFE AS $$ SELECT app_now() - interval '24 hours' $$;
GRANT EXECUTE ON FUNCTION unattached_since() TO davenport_app;

CREATE TABLE files (
    tenant_id uuid NOT NULL,
    id uuid NOT NULL,
    -- Null once the account is gone, of a file that stays.
    uploader_id uuid,
    name text NOT NULL,
    -- In bytes.
    size integer NOT NULL CHECK (size > 0),
    type text NOT NULL,
    sha256 bytea NOT NULL CHECK (octet_length(sha256) = 32),
    created_at timestamptz NOT NULL DEFAULT app_now(),
    -- What has named it, and its place in that list.
    task_id uuid,
    entry_id uuid,
    position integer,
    PRIMARY KEY (tenant_id, id),
    CHECK (num_nonnulls(task_id, entry_id) <= 1),
    CHECK (num_nonnulls(task_id, entry_id) = num_nonnulls(position)),
    CHECK (num_nonnulls(uploader_id, position) > 0),
    FOREIGN KEY (tenant_id, uploader_id) REFERENCES users,
    FOREIGN KEY (tenant_id, task_id) REFERENCES tasks ON DELETE CASCADE,
    FOREIGN KEY (tenant_id, entry_id) REFERENCES entries ON DELETE CASCADE
);
CREATE INDEX files_task ON files (tenant_id, task_id) WHERE task_id IS NOT NULL;
CREATE INDEX files_entry ON files (tenant_id, entry_id) WHERE entry_id IS NOT NULL;
CREATE INDEX files_uploader ON files (tenant_id, uploader_id);
CREATE INDEX files_unattached ON files (tenant_id, created_at) WHERE position IS NULL;

ALTER TABLE files ENABLE ROW LEVEL SECURITY;
ALTER TABLE files FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON files TO davenport_app
    USING (tenant_id = (SELECT nullif(current_setting('app.tenant_id', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE (uploader_id, task_id, entry_id, position), DELETE ON files TO davenport_app;

-- All of a file's parts have 128 KiB, but for the last. They are written before the file itself, which is there as soon as it is whole.
CREATE TABLE file_chunks (
    tenant_id uuid NOT NULL,
    file_id uuid NOT NULL,
    -- From 0.
    number integer NOT NULL,
    bytes bytea NOT NULL CHECK (octet_length(bytes) > 0),
    PRIMARY KEY (tenant_id, file_id, number),
    FOREIGN KEY (tenant_id, file_id) REFERENCES files ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED
);
-- Most files are compressed already, and a part is read as a whole.
ALTER TABLE file_chunks ALTER COLUMN bytes SET STORAGE EXTERNAL;

ALTER TABLE file_chunks ENABLE ROW LEVEL SECURITY;
ALTER TABLE file_chunks FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON file_chunks TO davenport_app
    USING (tenant_id = (SELECT nullif(current_setting('app.tenant_id', true), '')::uuid));
GRANT SELECT, INSERT ON file_chunks TO davenport_app;
