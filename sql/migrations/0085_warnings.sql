-- What a decision on a report tells the person whom it concerns: they see it until they say that they have.
CREATE TABLE warnings (
    tenant_id uuid NOT NULL,
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    kind text NOT NULL CHECK (kind IN ('warned', 'deleted')),
    reason text NOT NULL CHECK (reason IN ('spam', 'harassment', 'spoiler', 'illegal', 'other')),
    text text,
    created_at timestamptz NOT NULL DEFAULT app_now(),
    PRIMARY KEY (tenant_id, id),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users ON DELETE CASCADE
);
CREATE INDEX warnings_user ON warnings (tenant_id, user_id, created_at, id);

ALTER TABLE warnings ENABLE ROW LEVEL SECURITY;
ALTER TABLE warnings FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON warnings TO davenport_app
    USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
GRANT SELECT, INSERT, DELETE ON warnings TO davenport_app;

-- The first log-in from this moment on ends the suspension. Null for a suspension without an end.
ALTER TABLE users
    ADD COLUMN suspended_until timestamptz,
    ADD CONSTRAINT users_suspended_until_check CHECK (suspended_until IS NULL OR suspended_at IS NOT NULL);
