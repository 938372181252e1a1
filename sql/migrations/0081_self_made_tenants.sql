-- Tenants that somebody makes by the API, where the operator allows that. Such a tenant never becomes the usual one of the deployment.
ALTER TABLE tenants
    ADD COLUMN self_made boolean NOT NULL DEFAULT false;

-- The server makes such a tenant in a transaction of the tenant itself, so the policy binds the row that it adds.
GRANT INSERT (id, slug, name, features, signup, signup_roles, self_made, created_at) ON tenants TO davenport_app;

-- Counts what the limits of the whole deployment are about: tenants made lately, by address and in all. A key is a keyed hash, so that
-- nobody reads addresses here.
CREATE TABLE deployment_throttles (
    key text COLLATE "C" PRIMARY KEY,
    count integer NOT NULL CHECK (count >= 0),
    expires_at timestamptz NOT NULL,
    -- When it was last counted, and how often it may be.
    counted_at timestamptz NOT NULL,
    most integer NOT NULL
);
CREATE INDEX deployment_throttles_expired ON deployment_throttles (expires_at);

-- The key of those hashes, which the server makes when it first needs it.
CREATE TABLE deployment_secrets (
    name text COLLATE "C" PRIMARY KEY,
    secret bytea NOT NULL DEFAULT sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))
);

ALTER TABLE deployment_throttles ENABLE ROW LEVEL SECURITY;
ALTER TABLE deployment_throttles FORCE ROW LEVEL SECURITY;
CREATE POLICY shared ON deployment_throttles TO davenport_app USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON deployment_throttles TO davenport_app;

ALTER TABLE deployment_secrets ENABLE ROW LEVEL SECURITY;
ALTER TABLE deployment_secrets FORCE ROW LEVEL SECURITY;
CREATE POLICY shared ON deployment_secrets TO davenport_app USING (true);
GRANT SELECT, INSERT ON deployment_secrets TO davenport_app;
