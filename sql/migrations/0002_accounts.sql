-- People, their sessions, and the invites they came by.

CREATE TABLE users (
    tenant_id uuid NOT NULL REFERENCES tenants,
    id uuid NOT NULL,
    email text NOT NULL,
    email_key text NOT NULL,
    username text NOT NULL,
    username_key text NOT NULL,
    password_hash text NOT NULL,
    role text NOT NULL CHECK (role IN ('owner', 'admin', 'teacher', 'student', 'member')),
    given_name text,
    family_name text,
    birthday date,
    identity_color text NOT NULL CHECK (identity_color ~ '^#[0-9a-f]{6}$'),
    suspended_at timestamptz,
    created_at timestamptz NOT NULL DEFAULT app_now(),
    PRIMARY KEY (tenant_id, id),
    CONSTRAINT users_email_key_unique UNIQUE (tenant_id, email_key),
    CONSTRAINT users_username_key_unique UNIQUE (tenant_id, username_key),
    CHECK (role <> 'teacher' OR birthday IS NOT NULL)
);

ALTER TABLE users ENABLE ROW LEVEL SECURITY;
ALTER TABLE users FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON users TO davenport_app
    USING (tenant_id = (SELECT nullif(current_setting('app.tenant_id', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON users TO davenport_app;

CREATE TABLE sessions (
    tenant_id uuid NOT NULL,
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    token_digest bytea NOT NULL,
    source text NOT NULL CHECK (source IN ('signup', 'login')),
    device_name text,
    created_at timestamptz NOT NULL DEFAULT app_now(),
    last_used_at timestamptz NOT NULL DEFAULT app_now(),
    expires_at timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, id),
    CONSTRAINT sessions_token_digest_unique UNIQUE (tenant_id, token_digest),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users ON DELETE CASCADE
);
CREATE INDEX sessions_user ON sessions (tenant_id, user_id);

ALTER TABLE sessions ENABLE ROW LEVEL SECURITY;
ALTER TABLE sessions FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON sessions TO davenport_app
    USING (tenant_id = (SELECT nullif(current_setting('app.tenant_id', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON sessions TO davenport_app;

-- One without a maker was made by an operator.
CREATE TABLE invites (
    tenant_id uuid NOT NULL REFERENCES tenants,
    id uuid NOT NULL,
    maker_id uuid,
    code_digest bytea NOT NULL,
    role text NOT NULL CHECK (role IN ('owner', 'admin', 'teacher', 'student', 'member')),
    max_uses integer NOT NULL DEFAULT 1 CHECK (max_uses BETWEEN 1 AND 100),
    used_count integer NOT NULL DEFAULT 0,
    expires_at timestamptz NOT NULL,
    note text,
    created_at timestamptz NOT NULL DEFAULT app_now(),
    withdrawn_at timestamptz,
    PRIMARY KEY (tenant_id, id),
    CONSTRAINT invites_code_digest_unique UNIQUE (tenant_id, code_digest),
    CONSTRAINT invites_not_overused CHECK (used_count BETWEEN 0 AND max_uses),
    FOREIGN KEY (tenant_id, maker_id) REFERENCES users ON DELETE CASCADE
);
CREATE INDEX invites_maker ON invites (tenant_id, maker_id, created_at, id);

ALTER TABLE invites ENABLE ROW LEVEL SECURITY;
ALTER TABLE invites FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON invites TO davenport_app
    USING (tenant_id = (SELECT nullif(current_setting('app.tenant_id', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON invites TO davenport_app;

-- Whoever deletes their account is forgotten here too: user_id becomes null, the use still counts.
CREATE TABLE invite_redemptions (
    tenant_id uuid NOT NULL,
    id uuid NOT NULL,
    invite_id uuid NOT NULL,
    user_id uuid,
    redeemed_at timestamptz NOT NULL DEFAULT app_now(),
    PRIMARY KEY (tenant_id, id),
    FOREIGN KEY (tenant_id, invite_id) REFERENCES invites ON DELETE CASCADE,
    FOREIGN KEY (tenant_id, user_id) REFERENCES users
);
CREATE INDEX invite_redemptions_invite ON invite_redemptions (tenant_id, invite_id, redeemed_at);
CREATE INDEX invite_redemptions_user ON invite_redemptions (tenant_id, user_id);

ALTER TABLE invite_redemptions ENABLE ROW LEVEL SECURITY;
ALTER TABLE invite_redemptions FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON invite_redemptions TO davenport_app
    USING (tenant_id = (SELECT nullif(current_setting('app.tenant_id', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON invite_redemptions TO davenport_app;
