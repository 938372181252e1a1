-- What a community says of itself, for everybody who finds it. Its owners write it by the API.
ALTER TABLE tenants ADD COLUMN description text CHECK (char_length(description) BETWEEN 1 AND 500);
GRANT UPDATE (description) ON tenants TO davenport_app;

-- The communities' pictures, apart from their rows, which are read far more often.
CREATE TABLE tenant_pictures (
    tenant_id uuid PRIMARY KEY REFERENCES tenants ON DELETE CASCADE,
    media_type text NOT NULL CHECK (media_type IN ('image/png', 'image/jpeg', 'image/webp')),
    image bytea NOT NULL CHECK (octet_length(image) > 0),
    -- Names the picture among all others, for its address.
    version text NOT NULL CHECK (version ~ '^[A-Za-z0-9_-]{12}$')
);
-- Images are compressed already.
ALTER TABLE tenant_pictures ALTER COLUMN image SET STORAGE EXTERNAL;

ALTER TABLE tenant_pictures ENABLE ROW LEVEL SECURITY;
ALTER TABLE tenant_pictures FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON tenant_pictures TO davenport_app
    USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON tenant_pictures TO davenport_app;
