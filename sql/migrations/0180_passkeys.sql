-- Passkeys, with which people sign in instead of typing a password. The server has their public keys alone.
CREATE TABLE passkeys (
    tenant_id uuid NOT NULL,
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    -- The id that the device has chosen.
    credential_id bytea NOT NULL CHECK (octet_length(credential_id) BETWEEN 1 AND 1023),
    -- The public key in the form of COSE.
    public_key bytea NOT NULL CHECK (octet_length(public_key) BETWEEN 1 AND 2048),
    -- The host where the passkey works.
    rp_id text NOT NULL,
    name text NOT NULL,
    sign_count bigint NOT NULL CHECK (sign_count BETWEEN 0 AND 4294967295),
    -- Whether the device asked for a finger, a face or a PIN when it made the passkey. Then it must always do so.
    is_user_verified boolean NOT NULL,
    is_backup_eligible boolean NOT NULL,
    is_backed_up boolean NOT NULL,
    created_at timestamptz NOT NULL DEFAULT app_now(),
    last_used_at timestamptz,
    PRIMARY KEY (tenant_id, id),
    CONSTRAINT passkeys_credential_id_unique UNIQUE (tenant_id, credential_id),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users ON DELETE CASCADE
);
CREATE INDEX passkeys_user ON passkeys (tenant_id, user_id);

ALTER TABLE passkeys ENABLE ROW LEVEL SECURITY;
ALTER TABLE passkeys FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON passkeys TO davenport_app
    USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON passkeys TO davenport_app;

-- What devices sign. Each works once.
CREATE TABLE passkey_challenges (
    tenant_id uuid NOT NULL,
    challenge bytea NOT NULL CHECK (octet_length(challenge) = 32),
    purpose text NOT NULL CHECK (purpose IN ('add', 'confirm', 'log_in', 'sign_up')),
    -- The session that may use it; null if nobody is signed in.
    session_id uuid,
    -- The id of the account that a sign-up creates.
    new_user_id uuid,
    expires_at timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, challenge),
    CHECK ((session_id IS NOT NULL) = (purpose IN ('add', 'confirm'))),
    CHECK ((new_user_id IS NOT NULL) = (purpose = 'sign_up')),
    FOREIGN KEY (tenant_id, session_id) REFERENCES sessions ON DELETE CASCADE
);
CREATE INDEX passkey_challenges_session ON passkey_challenges (tenant_id, session_id, expires_at);
CREATE INDEX passkey_challenges_expired ON passkey_challenges (tenant_id, expires_at);

ALTER TABLE passkey_challenges ENABLE ROW LEVEL SECURITY;
ALTER TABLE passkey_challenges FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON passkey_challenges TO davenport_app
    USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON passkey_challenges TO davenport_app;

-- When the person last showed in this session that they own the account.
ALTER TABLE sessions ADD COLUMN confirmed_at timestamptz;
