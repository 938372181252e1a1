-- From which devices and networks people have signed in, so that a sign-in from elsewhere is announced. A digest names neither.
CREATE TABLE sign_in_places (
    tenant_id uuid NOT NULL,
    user_id uuid NOT NULL,
    digest bytea NOT NULL CHECK (octet_length(digest) = 32),
    seen_at timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, user_id, digest),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users ON DELETE CASCADE
);

ALTER TABLE sign_in_places ENABLE ROW LEVEL SECURITY;
ALTER TABLE sign_in_places FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON sign_in_places TO davenport_app
    USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON sign_in_places TO davenport_app;
