-- What a tenant plays by, and its challenges: one puzzle each, which people play once each.

-- Made when it is first asked for.
CREATE TABLE play_settings (
    tenant_id uuid PRIMARY KEY REFERENCES tenants,
    -- Of challenges that aren't made yet.
    language text COLLATE "C" NOT NULL,
    -- By IANA's name: where a day begins and ends.
    day_zone text NOT NULL,
    -- Under which puzzles are made.
    secret bytea NOT NULL CHECK (octet_length(secret) = 32)
);

ALTER TABLE play_settings ENABLE ROW LEVEL SECURITY;
ALTER TABLE play_settings FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON play_settings TO davenport_app
    USING (tenant_id = (SELECT nullif(current_setting('app.tenant_id', true), '')::uuid));
GRANT SELECT, INSERT ON play_settings TO davenport_app;

CREATE TABLE challenges (
    tenant_id uuid NOT NULL REFERENCES tenants,
    id uuid NOT NULL,
    kind text NOT NULL CHECK (kind = 'daily'),
    mode text NOT NULL CHECK (mode IN ('timed', 'untimed')),
    language text COLLATE "C" NOT NULL,
    day date NOT NULL,
    -- Of the 81 faces by number: never made again, and told to nobody who has not started.
    letters text NOT NULL CHECK (char_length(letters) = 81),
    starts_at timestamptz NOT NULL,
    ends_at timestamptz NOT NULL,
    created_at timestamptz NOT NULL DEFAULT app_now(),
    PRIMARY KEY (tenant_id, id),
    CONSTRAINT challenges_day_unique UNIQUE (tenant_id, day, mode),
    CHECK (starts_at < ends_at)
);

ALTER TABLE challenges ENABLE ROW LEVEL SECURITY;
ALTER TABLE challenges FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON challenges TO davenport_app
    USING (tenant_id = (SELECT nullif(current_setting('app.tenant_id', true), '')::uuid));
GRANT SELECT, INSERT ON challenges TO davenport_app;
