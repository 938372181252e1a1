-- Who did what that matters to security. Ids only: of people, who may be gone, and no names, addresses or texts.

-- No foreign keys: an entry outlives whom it names, the tenant too.
CREATE TABLE audit_entries (
    tenant_id uuid NOT NULL,
    id uuid NOT NULL,
    at timestamptz NOT NULL DEFAULT app_now(),
    event text NOT NULL CHECK (event ~ '^[a-z_]+\.[a-z_]+$'),
    -- By whom: one of the tenant's people, an operator at the command line, or somebody who is not known.
    actor text NOT NULL CHECK (actor IN ('user', 'operator', 'anybody')),
    actor_id uuid,
    -- Whom or what it was done to.
    subject_id uuid,
    -- A word of the program's own, such as the new role.
    detail text CHECK (detail ~ '^[a-z0-9_.-]{1,40}$'),
    PRIMARY KEY (tenant_id, id),
    CHECK ((actor = 'user') = (actor_id IS NOT NULL))
);
CREATE INDEX audit_entries_time ON audit_entries (tenant_id, at, id);

ALTER TABLE audit_entries ENABLE ROW LEVEL SECURITY;
ALTER TABLE audit_entries FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON audit_entries TO davenport_app
    USING (tenant_id = (SELECT nullif(current_setting('app.tenant_id', true), '')::uuid));
-- Append only: whoever gets hold of the server can neither read nor rewrite what happened before.
GRANT INSERT ON audit_entries TO davenport_app;
