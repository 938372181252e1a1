-- Browsers as devices, and the key by which a community sends to them.

ALTER TABLE devices
    ADD COLUMN kind text NOT NULL DEFAULT 'apns' CHECK (kind IN ('apns', 'web')),
    -- Of a browser: where its push service takes messages for it, its public key (a point of P-256) and its secret. The token of its row is the
    -- SHA-256 of the endpoint.
    ADD COLUMN endpoint text COLLATE "C" CHECK (endpoint ~ '^https://[!-~]+$' AND length(endpoint) <= 2000),
    ADD COLUMN p256dh bytea CHECK (length(p256dh) = 65),
    ADD COLUMN auth bytea CHECK (length(auth) = 16),
    -- When the push service will forget the browser; null if it didn't say.
    ADD COLUMN expires_at timestamptz,
    ALTER COLUMN environment DROP NOT NULL,
    ALTER COLUMN topic DROP NOT NULL,
    ADD CHECK (num_nonnulls(environment, topic) = CASE kind WHEN 'apns' THEN 2 ELSE 0 END),
    ADD CHECK (num_nonnulls(endpoint, p256dh, auth) = CASE kind WHEN 'web' THEN 3 ELSE 0 END),
    ADD CHECK (expires_at IS NULL OR kind = 'web');

-- By which key a community sends to browsers. Its public half is public; the private one is sealed as those in push_credentials are.
CREATE TABLE web_push_keys (
    tenant_id uuid NOT NULL REFERENCES tenants ON DELETE CASCADE,
    id uuid NOT NULL,
    public_key bytea NOT NULL CHECK (length(public_key) = 65),
    kek_id text NOT NULL,
    wrapped_key bytea NOT NULL,
    sealed bytea NOT NULL,
    created_at timestamptz NOT NULL DEFAULT app_now(),
    PRIMARY KEY (tenant_id)
);

ALTER TABLE web_push_keys ENABLE ROW LEVEL SECURITY;
ALTER TABLE web_push_keys FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON web_push_keys TO davenport_app
    USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
GRANT SELECT (tenant_id, public_key) ON web_push_keys TO davenport_app;
CREATE POLICY push ON web_push_keys FOR SELECT TO davenport_push USING (true);
GRANT SELECT ON web_push_keys TO davenport_push;
