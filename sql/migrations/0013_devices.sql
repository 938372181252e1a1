-- Where notifications go, and what people want to be told.

-- Whoever registers a token has it from then on: a phone that changes hands takes its pushes with it.
CREATE TABLE devices (
    tenant_id uuid NOT NULL,
    -- What Apple calls the device.
    token text COLLATE "C" NOT NULL CHECK (token ~ '^[0-9a-f]{16,200}$'),
    user_id uuid NOT NULL,
    session_id uuid NOT NULL,
    environment text NOT NULL CHECK (environment IN ('sandbox', 'production')),
    topic text NOT NULL,
    name text,
    registered_at timestamptz NOT NULL DEFAULT app_now(),
    -- By the database's own clock, since Apple says by a real one since when a token is good no more.
    confirmed_at timestamptz NOT NULL,
    -- How often Apple called the token bad since it last took a push, and when it last did.
    refusals integer NOT NULL DEFAULT 0,
    refused_at timestamptz,
    PRIMARY KEY (tenant_id, token),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users ON DELETE CASCADE,
    FOREIGN KEY (tenant_id, session_id) REFERENCES sessions ON DELETE CASCADE
);
CREATE INDEX devices_user ON devices (tenant_id, user_id);
CREATE INDEX devices_session ON devices (tenant_id, session_id);
-- Those of one credential, of which the worker counts the refused.
CREATE INDEX devices_credential ON devices (tenant_id, topic, environment);

ALTER TABLE devices ENABLE ROW LEVEL SECURITY;
ALTER TABLE devices FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON devices TO davenport_app
    USING (tenant_id = (SELECT nullif(current_setting('app.tenant_id', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON devices TO davenport_app;

-- Nobody's row means: everything is told, at any time. Muted rooms are marked on the membership.
CREATE TABLE notification_preferences (
    tenant_id uuid NOT NULL,
    user_id uuid NOT NULL,
    muted text[] NOT NULL DEFAULT '{}',
    time_zone text,
    quiet_from time,
    quiet_to time,
    PRIMARY KEY (tenant_id, user_id),
    CHECK (num_nonnulls(quiet_from, quiet_to) <> 1 AND (quiet_from IS NULL OR time_zone IS NOT NULL)),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users ON DELETE CASCADE
);

ALTER TABLE notification_preferences ENABLE ROW LEVEL SECURITY;
ALTER TABLE notification_preferences FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON notification_preferences TO davenport_app
    USING (tenant_id = (SELECT nullif(current_setting('app.tenant_id', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON notification_preferences TO davenport_app;

-- The end of the quiet hours that `at` lies in; null outside of them. From the first minute on, up to the last, by the clocks of the
-- time zone, also over midnight.
CREATE FUNCTION quiet_until(at timestamptz, zone text, quiet_from time, quiet_to time) RETURNS timestamptz
LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT CASE
        WHEN CASE WHEN quiet_from < quiet_to THEN clock.now >= quiet_from AND clock.now < quiet_to
            ELSE clock.now >= quiet_from OR clock.now < quiet_to END
        THEN (clock.today + quiet_to + CASE WHEN clock.now < quiet_to THEN interval '0' ELSE interval '1 day' END) AT TIME ZONE zone
    END
    FROM (SELECT (at AT TIME ZONE zone)::time AS now, (at AT TIME ZONE zone)::date AS today) AS clock;
$$;
GRANT EXECUTE ON FUNCTION quiet_until(timestamptz, text, time, time) TO davenport_app;
