-- What the push worker works with: its role, the state of each push, the keys it pushes with.

-- As for davenport_app.
DO $$
BEGIN
    IF NOT EXISTS (SELECT FROM pg_catalog.pg_roles WHERE rolname = 'davenport_push') THEN
        CREATE ROLE davenport_push NOLOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOBYPASSRLS;
    END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN
    NULL;
END
$$;
GRANT USAGE ON SCHEMA public TO davenport_push;
GRANT SELECT ON schema_migrations TO davenport_push;
GRANT EXECUTE ON FUNCTION enter(uuid, timestamptz), app_now(), quiet_until(timestamptz, text, time, time) TO davenport_push;

-- The outbox: from its first claim on a row is `sending`, also while it waits to be tried again, so that new replies open a new one.
ALTER TABLE notifications
    -- Of a summary: how many were coalesced into it.
    ADD COLUMN coalesced_count integer,
    -- Who works on it now, and until when, by the database's own clock.
    ADD COLUMN lease_id uuid,
    ADD COLUMN lease_until timestamptz,
    -- When it was counted in its recipient's hour and given its deliveries.
    ADD COLUMN fanned_out_at timestamptz,
    ADD COLUMN finished_at timestamptz,
    -- Why it is dead, or is tried again.
    ADD COLUMN reason text,
    ADD CHECK ((kind = 'summary') = (coalesced_count IS NOT NULL)),
    ADD CHECK ((lease_id IS NULL) = (lease_until IS NULL)),
    ADD CHECK (lease_id IS NULL OR state = 'sending');
DROP INDEX notifications_due;
CREATE INDEX notifications_due ON notifications (tenant_id, due_at) WHERE state IN ('pending', 'sending');
CREATE INDEX notifications_lease ON notifications (lease_id) WHERE lease_id IS NOT NULL;
CREATE UNIQUE INDEX notifications_summary ON notifications (tenant_id, recipient_id) WHERE kind = 'summary' AND state = 'pending';
-- What an operator asks for: the dead, and the last success.
CREATE INDEX notifications_finished ON notifications (tenant_id, state, finished_at) WHERE state IN ('sent', 'dead');

-- One row for each notification and device, so that a crash in between never sends again to devices that are done. The id is Apple's
-- `apns-id`: a push that is sent again shows once.
CREATE TABLE push_deliveries (
    tenant_id uuid NOT NULL,
    id uuid NOT NULL,
    notification_id uuid NOT NULL,
    device_token text COLLATE "C" NOT NULL,
    state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'sent', 'cancelled', 'dead')),
    -- Of those that failed and may be mended by waiting.
    attempts integer NOT NULL DEFAULT 0,
    due_at timestamptz NOT NULL,
    lease_id uuid CHECK (lease_id IS NULL OR state = 'pending'),
    reason text,
    PRIMARY KEY (tenant_id, id),
    UNIQUE (tenant_id, notification_id, device_token),
    FOREIGN KEY (tenant_id, notification_id) REFERENCES notifications ON DELETE CASCADE,
    FOREIGN KEY (tenant_id, device_token) REFERENCES devices ON DELETE CASCADE
);
CREATE INDEX push_deliveries_device ON push_deliveries (tenant_id, device_token);

-- How many notifications somebody was sent in the hour that began then.
CREATE TABLE push_hours (
    tenant_id uuid NOT NULL,
    user_id uuid NOT NULL,
    began_at timestamptz NOT NULL,
    count integer NOT NULL,
    PRIMARY KEY (tenant_id, user_id),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users ON DELETE CASCADE
);

-- By which key a tenant pushes to an app. What is secret is sealed under a data key, and that under the master key `kek_id`.
CREATE TABLE push_credentials (
    tenant_id uuid NOT NULL REFERENCES tenants ON DELETE CASCADE,
    id uuid NOT NULL,
    topic text NOT NULL,
    environment text NOT NULL CHECK (environment IN ('sandbox', 'production')),
    team_id text NOT NULL,
    key_id text NOT NULL,
    -- SHA-256 of the public key: two tenants with the same key share its provider token, and nobody else does.
    key_digest bytea NOT NULL,
    kek_id text NOT NULL,
    wrapped_key bytea NOT NULL,
    sealed bytea NOT NULL,
    created_at timestamptz NOT NULL DEFAULT app_now(),
    -- Since when and why nothing is sent by it, until it is set anew.
    stopped_at timestamptz,
    stop_reason text,
    PRIMARY KEY (tenant_id, id),
    CONSTRAINT push_credentials_topic_unique UNIQUE (tenant_id, topic, environment),
    CHECK ((stopped_at IS NULL) = (stop_reason IS NULL))
);

-- The provider token that all workers share, of all tenants with the same key: Apple counts how often a key's token is renewed.
CREATE TABLE push_provider_tokens (
    team_id text NOT NULL,
    key_id text NOT NULL,
    key_digest bytea NOT NULL,
    environment text NOT NULL CHECK (environment IN ('sandbox', 'production')),
    -- In real time, as Apple reads it. Null while the first one is made.
    issued_at timestamptz,
    kek_id text,
    wrapped_key bytea,
    sealed bytea,
    PRIMARY KEY (team_id, key_id, key_digest, environment),
    CHECK (num_nulls(issued_at, kek_id, wrapped_key, sealed) IN (0, 4))
);

-- The server has no business with any of these: their one policy is the worker's.
ALTER TABLE push_deliveries ENABLE ROW LEVEL SECURITY;
ALTER TABLE push_deliveries FORCE ROW LEVEL SECURITY;
CREATE POLICY push ON push_deliveries TO davenport_push USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON push_deliveries TO davenport_push;
ALTER TABLE push_hours ENABLE ROW LEVEL SECURITY;
ALTER TABLE push_hours FORCE ROW LEVEL SECURITY;
CREATE POLICY push ON push_hours TO davenport_push USING (true);
GRANT SELECT, INSERT, UPDATE ON push_hours TO davenport_push;
ALTER TABLE push_credentials ENABLE ROW LEVEL SECURITY;
ALTER TABLE push_credentials FORCE ROW LEVEL SECURITY;
CREATE POLICY push ON push_credentials TO davenport_push USING (true);
GRANT SELECT, UPDATE (stopped_at, stop_reason) ON push_credentials TO davenport_push;
ALTER TABLE push_provider_tokens ENABLE ROW LEVEL SECURITY;
ALTER TABLE push_provider_tokens FORCE ROW LEVEL SECURITY;
CREATE POLICY push ON push_provider_tokens TO davenport_push USING (true);
GRANT SELECT, INSERT, UPDATE ON push_provider_tokens TO davenport_push;

-- What it reads across tenants to know what is still true, and how to say it: no address, no password, no word of a comment.
CREATE POLICY push ON notifications TO davenport_push USING (true);
GRANT SELECT, INSERT, UPDATE ON notifications TO davenport_push;
CREATE POLICY push ON devices TO davenport_push USING (true);
GRANT SELECT, DELETE, UPDATE (refusals, refused_at) ON devices TO davenport_push;
CREATE POLICY push ON tenants FOR SELECT TO davenport_push USING (true);
GRANT SELECT (id, slug, suspended_at) ON tenants TO davenport_push;
CREATE POLICY push ON users FOR SELECT TO davenport_push USING (true);
GRANT SELECT (tenant_id, id, username, given_name, suspended_at) ON users TO davenport_push;
CREATE POLICY push ON sessions FOR SELECT TO davenport_push USING (true);
GRANT SELECT (tenant_id, id, user_id, last_used_at, expires_at) ON sessions TO davenport_push;
CREATE POLICY push ON notification_preferences FOR SELECT TO davenport_push USING (true);
GRANT SELECT ON notification_preferences TO davenport_push;
CREATE POLICY push ON friendships FOR SELECT TO davenport_push USING (true);
GRANT SELECT ON friendships TO davenport_push;
CREATE POLICY push ON friend_requests FOR SELECT TO davenport_push USING (true);
GRANT SELECT ON friend_requests TO davenport_push;
CREATE POLICY push ON blocks FOR SELECT TO davenport_push USING (true);
GRANT SELECT ON blocks TO davenport_push;
CREATE POLICY push ON rooms FOR SELECT TO davenport_push USING (true);
GRANT SELECT ON rooms TO davenport_push;
CREATE POLICY push ON memberships FOR SELECT TO davenport_push USING (true);
GRANT SELECT ON memberships TO davenport_push;
CREATE POLICY push ON comments FOR SELECT TO davenport_push USING (true);
GRANT SELECT (tenant_id, room_id, number, author_id, deleted_at) ON comments TO davenport_push;
