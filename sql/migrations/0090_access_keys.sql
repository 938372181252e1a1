-- Keys, by which another program reads or reports one thing for their owner: a calendar, or a player of videos. The secret itself is stored
-- nowhere; a request names it in its path and is found by its SHA-256.
CREATE TABLE access_keys (
    tenant_id uuid NOT NULL,
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    purpose text NOT NULL CHECK (purpose IN ('calendar', 'player')),
    secret_digest bytea NOT NULL CHECK (octet_length(secret_digest) = 32),
    -- The account of the player whose events count.
    account text,
    name text,
    created_at timestamptz NOT NULL DEFAULT app_now(),
    last_used_at timestamptz,
    last_result text,
    PRIMARY KEY (tenant_id, id),
    CHECK ((account IS NULL) = (purpose <> 'player')),
    CHECK ((last_used_at IS NULL) = (last_result IS NULL)),
    CONSTRAINT access_keys_secret_digest_unique UNIQUE (tenant_id, secret_digest),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users ON DELETE CASCADE
);
CREATE INDEX access_keys_user ON access_keys (tenant_id, user_id);

ALTER TABLE access_keys ENABLE ROW LEVEL SECURITY;
ALTER TABLE access_keys FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON access_keys TO davenport_app
    USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON access_keys TO davenport_app;
