-- People's pictures, apart from their rows, which are read far more often.

CREATE TABLE avatars (
    tenant_id uuid NOT NULL,
    user_id uuid NOT NULL,
    media_type text NOT NULL CHECK (media_type IN ('image/png', 'image/jpeg', 'image/webp')),
    image bytea NOT NULL CHECK (octet_length(image) BETWEEN 1 AND 1048576),
    PRIMARY KEY (tenant_id, user_id),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users ON DELETE CASCADE
);
-- Images are compressed already.
ALTER TABLE avatars ALTER COLUMN image SET STORAGE EXTERNAL;

ALTER TABLE avatars ENABLE ROW LEVEL SECURITY;
ALTER TABLE avatars FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON avatars TO davenport_app
    USING (tenant_id = (SELECT nullif(current_setting('app.tenant_id', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON avatars TO davenport_app;

-- Names the current picture, so that wherever a person is shown nothing but their own row is read. Null: no picture.
ALTER TABLE users ADD COLUMN avatar_version text;
