-- What is known of each person's e-mail address.
CREATE TABLE email_states (
    tenant_id uuid NOT NULL,
    user_id uuid NOT NULL,
    -- Counts the person's addresses, so that the outcome of a mail says nothing of an address that came later.
    number integer NOT NULL DEFAULT 1,
    -- Since when the person is known to read the address's mails.
    verified_at timestamptz,
    -- How often in a row the mail server refused the address for good, and since when no mail is written to it unasked.
    refusals integer NOT NULL DEFAULT 0 CHECK (refusals >= 0),
    unreachable_at timestamptz,
    PRIMARY KEY (tenant_id, user_id),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users ON DELETE CASCADE
);
INSERT INTO email_states (tenant_id, user_id) SELECT tenant_id, id FROM users WHERE NOT bot;

ALTER TABLE email_states ENABLE ROW LEVEL SECURITY;
ALTER TABLE email_states FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON email_states TO davenport_app
    USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON email_states TO davenport_app;
CREATE POLICY push ON email_states TO davenport_push USING (true);
GRANT SELECT, UPDATE (refusals, unreachable_at) ON email_states TO davenport_push;

-- Links that are sent to an address: one says that the person reads its mails, the other undoes the change to another address.
CREATE TABLE email_links (
    tenant_id uuid NOT NULL,
    user_id uuid NOT NULL,
    purpose text NOT NULL CHECK (purpose IN ('verify', 'undo')),
    -- The address that it verifies, or that the account gets back.
    email text NOT NULL,
    email_key text NOT NULL,
    code_digest bytea NOT NULL CHECK (octet_length(code_digest) = 32),
    expires_at timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, user_id, purpose),
    CONSTRAINT email_links_code_digest_unique UNIQUE (tenant_id, code_digest),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users ON DELETE CASCADE
);
CREATE INDEX email_links_email ON email_links (tenant_id, email_key);
CREATE INDEX email_links_expired ON email_links (tenant_id, expires_at);

ALTER TABLE email_links ENABLE ROW LEVEL SECURITY;
ALTER TABLE email_links FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON email_links TO davenport_app
    USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON email_links TO davenport_app;

ALTER TABLE mails
    -- The number of the reader's address when the mail was written; null if it goes to another address.
    ADD COLUMN address_number integer;
ALTER TABLE mail_addresses
    -- The words that the text of this kind needs, such as the new address.
    ADD COLUMN words text[] NOT NULL DEFAULT '{}';
