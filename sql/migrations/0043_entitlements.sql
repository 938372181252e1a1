-- What people bought in a tenant's app, as the App Store signed it, and which apps those are.

-- The apps whose purchases count, as operators say.
CREATE TABLE play_apps (
    tenant_id uuid NOT NULL REFERENCES tenants,
    bundle text COLLATE "C" NOT NULL,
    environment text NOT NULL CHECK (environment IN ('production', 'sandbox')),
    PRIMARY KEY (tenant_id, bundle, environment)
);

ALTER TABLE play_apps ENABLE ROW LEVEL SECURITY;
ALTER TABLE play_apps FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON play_apps TO davenport_app
    USING (tenant_id = (SELECT nullif(current_setting('app.tenant_id', true), '')::uuid));
GRANT SELECT ON play_apps TO davenport_app;

-- One row for what was bought once, however often it is renewed: it tells what was signed last.
CREATE TABLE entitlements (
    tenant_id uuid NOT NULL,
    -- As the App Store calls it.
    original_transaction_id text COLLATE "C" NOT NULL,
    -- Who showed it first.
    user_id uuid NOT NULL,
    product_id text COLLATE "C" NOT NULL,
    type text NOT NULL CHECK (type IN ('Non-Consumable', 'Auto-Renewable Subscription')),
    environment text NOT NULL CHECK (environment IN ('production', 'sandbox')),
    purchased_at timestamptz NOT NULL,
    expires_at timestamptz,
    revoked_at timestamptz,
    -- What was signed earlier changes nothing any more.
    signed_at timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, original_transaction_id),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users
);
CREATE INDEX entitlements_user ON entitlements (tenant_id, user_id);

ALTER TABLE entitlements ENABLE ROW LEVEL SECURITY;
ALTER TABLE entitlements FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON entitlements TO davenport_app
    USING (tenant_id = (SELECT nullif(current_setting('app.tenant_id', true), '')::uuid));
GRANT SELECT, INSERT, DELETE, UPDATE (product_id, type, environment, purchased_at, expires_at, revoked_at, signed_at)
    ON entitlements TO davenport_app;
