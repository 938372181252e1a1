-- What a provider whose quota counts, such as OpenSubtitles.com, last said of it. All servers share it, and it names no tenant and nobody.
CREATE TABLE catalogue_quotas (
    provider text COLLATE "C" PRIMARY KEY,
    -- How many downloads are left until it is renewed, and how many it has.
    remaining bigint NOT NULL CHECK (remaining >= 0),
    total bigint NOT NULL CHECK (total >= remaining),
    -- When it is renewed, by the database's own clock.
    renewed_at timestamptz NOT NULL
);

ALTER TABLE catalogue_quotas ENABLE ROW LEVEL SECURITY;
ALTER TABLE catalogue_quotas FORCE ROW LEVEL SECURITY;
CREATE POLICY shared ON catalogue_quotas TO davenport_app USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON catalogue_quotas TO davenport_app;
