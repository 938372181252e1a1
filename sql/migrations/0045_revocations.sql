-- What was revoked, whoever had it: it stays so where its account is gone, and where nobody has shown it yet.
CREATE TABLE revoked_transactions (
    tenant_id uuid NOT NULL REFERENCES tenants,
    -- The SHA-256 of what the App Store calls it: enough to know it again, and nothing to know it by.
    digest bytea NOT NULL CHECK (octet_length(digest) = 32),
    -- Of which purchase in a subscription; -infinity of what is bought once.
    period timestamptz NOT NULL,
    signed_at timestamptz NOT NULL,
    revoked_at timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, digest)
);

ALTER TABLE revoked_transactions ENABLE ROW LEVEL SECURITY;
ALTER TABLE revoked_transactions FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON revoked_transactions TO davenport_app
    USING (tenant_id = (SELECT nullif(current_setting('app.tenant_id', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON revoked_transactions TO davenport_app;

-- The ranks that reminders tell are summed as those of cards are.
CREATE POLICY push ON score_counts FOR SELECT TO davenport_push USING (true);
GRANT SELECT ON score_counts TO davenport_push;
