-- The rooms that a member has opened to their friends (rule 5.14).
ALTER TABLE memberships ADD COLUMN open_to_friends boolean NOT NULL DEFAULT false;
CREATE INDEX memberships_open ON memberships (tenant_id, user_id) INCLUDE (room_id) WHERE open_to_friends;

-- Requests to join a room. A declined one stays, so that the asker learns nothing and the members aren't asked again too early.
CREATE TABLE room_requests (
    tenant_id uuid NOT NULL,
    room_id uuid NOT NULL,
    user_id uuid NOT NULL,
    -- Null after the asker has taken a declined request back.
    requested_at timestamptz DEFAULT app_now(),
    declined_at timestamptz,
    PRIMARY KEY (tenant_id, room_id, user_id),
    CHECK (num_nonnulls(requested_at, declined_at) > 0),
    FOREIGN KEY (tenant_id, room_id) REFERENCES rooms ON DELETE CASCADE,
    FOREIGN KEY (tenant_id, user_id) REFERENCES users ON DELETE CASCADE
);
CREATE INDEX room_requests_user ON room_requests (tenant_id, user_id);

ALTER TABLE room_requests ENABLE ROW LEVEL SECURITY;
ALTER TABLE room_requests FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON room_requests TO davenport_app
    USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON room_requests TO davenport_app;
-- A request that was answered notifies nobody any more.
CREATE POLICY push ON room_requests FOR SELECT TO davenport_push USING (true);
GRANT SELECT ON room_requests TO davenport_push;
