-- E-mails that are due, or that couldn't be sent. One that was sent is deleted, so that neither address nor link stays.
CREATE TABLE mails (
    tenant_id uuid NOT NULL,
    -- The Message-ID is made of it, so that a mail which is sent twice is one for its reader.
    id uuid NOT NULL,
    kind text NOT NULL CHECK (kind ~ '^[a-z_]+$'),
    -- The reader. Null for a mail that is asked for by somebody without an account: the worker drops it, so that asking takes as long.
    user_id uuid,
    created_at timestamptz NOT NULL DEFAULT app_now(),
    due_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    -- The attempts that failed, and why the last one did.
    attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
    error text,
    -- Since when nothing is tried any more, until an operator retries it.
    dead_at timestamptz,
    lease_id uuid,
    -- By the database's own clock, since a worker that died doesn't follow the other one.
    leased_until timestamptz,
    PRIMARY KEY (tenant_id, id),
    CHECK ((lease_id IS NULL) = (leased_until IS NULL)),
    CHECK (dead_at IS NULL OR lease_id IS NULL)
);
CREATE INDEX mails_due ON mails (tenant_id, due_at) WHERE dead_at IS NULL;
CREATE INDEX mails_user ON mails (tenant_id, user_id);

ALTER TABLE mails ENABLE ROW LEVEL SECURITY;
ALTER TABLE mails FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON mails TO davenport_app
    USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
GRANT SELECT, INSERT, DELETE ON mails TO davenport_app;
CREATE POLICY push ON mails TO davenport_push USING (true);
GRANT SELECT, DELETE, UPDATE (due_at, attempts, error, dead_at, lease_id, leased_until) ON mails TO davenport_push;

-- Where a mail goes, and its link. The worker's role sees those of the mails that a worker has claimed.
CREATE TABLE mail_addresses (
    tenant_id uuid NOT NULL,
    mail_id uuid NOT NULL,
    address text NOT NULL,
    link text NOT NULL,
    PRIMARY KEY (tenant_id, mail_id),
    FOREIGN KEY (tenant_id, mail_id) REFERENCES mails ON DELETE CASCADE
);

ALTER TABLE mail_addresses ENABLE ROW LEVEL SECURITY;
ALTER TABLE mail_addresses FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON mail_addresses TO davenport_app
    USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
GRANT SELECT, INSERT, DELETE ON mail_addresses TO davenport_app;
CREATE POLICY claimed ON mail_addresses FOR SELECT TO davenport_push USING (EXISTS (
    SELECT FROM mails AS m WHERE m.tenant_id = mail_addresses.tenant_id AND m.id = mail_id AND m.lease_id IS NOT NULL));
GRANT SELECT ON mail_addresses TO davenport_push;
-- A mail names its community.
GRANT SELECT (name) ON tenants TO davenport_push;

-- Links for new passwords that were sent by e-mail. One for each address that somebody has typed, whether it has an account or not.
CREATE TABLE mailed_password_links (
    tenant_id uuid NOT NULL,
    email_key text NOT NULL,
    code_digest bytea NOT NULL CHECK (octet_length(code_digest) = 32),
    expires_at timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, email_key),
    CONSTRAINT mailed_password_links_code_digest_unique UNIQUE (tenant_id, code_digest)
);
CREATE INDEX mailed_password_links_expired ON mailed_password_links (tenant_id, expires_at);

ALTER TABLE mailed_password_links ENABLE ROW LEVEL SECURITY;
ALTER TABLE mailed_password_links FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON mailed_password_links TO davenport_app
    USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON mailed_password_links TO davenport_app;
