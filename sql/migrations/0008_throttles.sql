-- How often: failed guesses by address and by account, and what each person may make in a while.

-- The key makes the throttles' names unreadable, also to who can try every address there is. The limits are the
-- operator's to change.
ALTER TABLE tenants
    ADD COLUMN throttle_key bytea NOT NULL DEFAULT sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())),
    ADD COLUMN comments_per_minute integer NOT NULL DEFAULT 60 CHECK (comments_per_minute BETWEEN 1 AND 1000000),
    ADD COLUMN rooms_per_hour integer NOT NULL DEFAULT 300 CHECK (rooms_per_hour BETWEEN 1 AND 1000000),
    ADD COLUMN invites_per_hour integer NOT NULL DEFAULT 60 CHECK (invites_per_hour BETWEEN 1 AND 1000000),
    ADD COLUMN friend_requests_per_hour integer NOT NULL DEFAULT 60 CHECK (friend_requests_per_hour BETWEEN 1 AND 1000000);

-- What is counted, each in a window of time that begins with the first and ends with all of them forgotten. The key is
-- HMAC-SHA-256 of what is counted, so that no address and no e-mail stands here.
CREATE TABLE throttles (
    tenant_id uuid NOT NULL REFERENCES tenants ON DELETE CASCADE,
    key text COLLATE "C" NOT NULL,
    count integer NOT NULL CHECK (count >= 0),
    expires_at timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, key)
) WITH (fillfactor = 85);
CREATE INDEX throttles_expired ON throttles (tenant_id, expires_at);

ALTER TABLE throttles ENABLE ROW LEVEL SECURITY;
ALTER TABLE throttles FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON throttles TO davenport_app
    USING (tenant_id = (SELECT nullif(current_setting('app.tenant_id', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON throttles TO davenport_app;

-- Comments are too frequent to be counted in a row of their own: the comments themselves are, by this index, which
-- therefore knows their time.
DROP INDEX comments_author;
CREATE INDEX comments_author ON comments (tenant_id, author_id, created_at);
