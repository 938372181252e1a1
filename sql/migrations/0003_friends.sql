-- Who is friends with whom, who asked, and who wants nothing to do with whom.

-- Two rows a friendship, one for each side, so that everybody's friends stand together.
CREATE TABLE friendships (
    tenant_id uuid NOT NULL,
    user_id uuid NOT NULL,
    friend_id uuid NOT NULL,
    since timestamptz NOT NULL DEFAULT app_now(),
    PRIMARY KEY (tenant_id, user_id, friend_id),
    CHECK (user_id <> friend_id),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users ON DELETE CASCADE,
    FOREIGN KEY (tenant_id, friend_id) REFERENCES users ON DELETE CASCADE
);
CREATE INDEX friendships_friend ON friendships (tenant_id, friend_id);

ALTER TABLE friendships ENABLE ROW LEVEL SECURITY;
ALTER TABLE friendships FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON friendships TO davenport_app
    USING (tenant_id = (SELECT nullif(current_setting('app.tenant_id', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON friendships TO davenport_app;

CREATE TABLE friend_requests (
    tenant_id uuid NOT NULL,
    from_id uuid NOT NULL,
    to_id uuid NOT NULL,
    requested_at timestamptz NOT NULL DEFAULT app_now(),
    PRIMARY KEY (tenant_id, from_id, to_id),
    CHECK (from_id <> to_id),
    FOREIGN KEY (tenant_id, from_id) REFERENCES users ON DELETE CASCADE,
    FOREIGN KEY (tenant_id, to_id) REFERENCES users ON DELETE CASCADE
);
CREATE INDEX friend_requests_to ON friend_requests (tenant_id, to_id);

ALTER TABLE friend_requests ENABLE ROW LEVEL SECURITY;
ALTER TABLE friend_requests FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON friend_requests TO davenport_app
    USING (tenant_id = (SELECT nullif(current_setting('app.tenant_id', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON friend_requests TO davenport_app;

CREATE TABLE blocks (
    tenant_id uuid NOT NULL,
    blocker_id uuid NOT NULL,
    blocked_id uuid NOT NULL,
    created_at timestamptz NOT NULL DEFAULT app_now(),
    PRIMARY KEY (tenant_id, blocker_id, blocked_id),
    CHECK (blocker_id <> blocked_id),
    FOREIGN KEY (tenant_id, blocker_id) REFERENCES users ON DELETE CASCADE,
    FOREIGN KEY (tenant_id, blocked_id) REFERENCES users ON DELETE CASCADE
);
CREATE INDEX blocks_blocked ON blocks (tenant_id, blocked_id);

ALTER TABLE blocks ENABLE ROW LEVEL SECURITY;
ALTER TABLE blocks FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON blocks TO davenport_app
    USING (tenant_id = (SELECT nullif(current_setting('app.tenant_id', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON blocks TO davenport_app;
