-- The apps of a community, which use the passkeys of its host.
CREATE TABLE tenant_apps (
    tenant_id uuid NOT NULL REFERENCES tenants ON DELETE CASCADE,
    -- TEAM.BUNDLE of an app for Apple's devices, or PACKAGE:SHA256 of one for Android.
    app text NOT NULL,
    PRIMARY KEY (tenant_id, app)
);

ALTER TABLE tenant_apps ENABLE ROW LEVEL SECURITY;
ALTER TABLE tenant_apps FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON tenant_apps TO davenport_app
    USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
GRANT SELECT ON tenant_apps TO davenport_app;
