-- The addresses at which bots' programs hear that their feeds have changes. The worker sends the messages that are due, and reads no content.
CREATE TABLE webhooks (
    tenant_id uuid NOT NULL,
    user_id uuid NOT NULL,
    url text COLLATE "C" NOT NULL CHECK (url ~ '^https://[!-~]+$' AND length(url) <= 2000),
    -- The secrets that sign: the current one, and until old_until also the one before it, which follows it in the sealed text.
    kek_id text NOT NULL,
    wrapped_key bytea NOT NULL,
    sealed bytea NOT NULL,
    old_until timestamptz,
    -- When to send. Null if nothing is to be sent, or it is being sent.
    due_at timestamptz,
    -- The message that is being sent or tried again; null if none is.
    message_id uuid,
    -- The attempts of this message that failed, and why the last one did.
    attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
    error text,
    -- Since when nothing is sent any more, until somebody sets the URL anew.
    off_at timestamptz,
    -- The changes up to which a message was sent or is being sent.
    announced pg_snapshot NOT NULL DEFAULT pg_current_snapshot(),
    -- When the worker last looked for changes that no server had announced.
    checked_at timestamptz NOT NULL DEFAULT app_now(),
    lease_id uuid,
    -- By the database's own clock, since a worker that died doesn't follow the other one.
    leased_until timestamptz,
    PRIMARY KEY (tenant_id, user_id),
    CHECK ((lease_id IS NULL) = (leased_until IS NULL)),
    CHECK (off_at IS NULL OR num_nonnulls(due_at, message_id, lease_id) = 0),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users ON DELETE CASCADE
);

ALTER TABLE webhooks ENABLE ROW LEVEL SECURITY;
ALTER TABLE webhooks FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON webhooks TO davenport_app
    USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON webhooks TO davenport_app;
CREATE POLICY push ON webhooks TO davenport_push USING (true);
GRANT SELECT, UPDATE (due_at, message_id, attempts, error, off_at, announced, checked_at, lease_id, leased_until) ON webhooks
    TO davenport_push;

-- The worker sees who left a room and when, to find changes in their feeds. It sees no content.
CREATE POLICY push ON former_members FOR SELECT TO davenport_push USING (true);
GRANT SELECT (tenant_id, user_id, left_xid) ON former_members TO davenport_push;
