-- Admins and owners read the audit log of their tenant, and list all of its invites and the members whose names have a beginning.

-- The server gets to read entries, but none that tells when somebody logs in, logs out or mistypes a password. It still changes none.
GRANT SELECT ON audit_entries TO davenport_app;
CREATE POLICY administered ON audit_entries AS RESTRICTIVE FOR SELECT TO davenport_app
    USING (event !~ '^(login|session)\.|^password\.wrong$');

-- Most entries are log-ins, which these lists would have to pass over.
CREATE INDEX audit_entries_administered ON audit_entries (tenant_id, at, id) WHERE event !~ '^(login|session)\.|^password\.wrong$';
CREATE INDEX audit_entries_event ON audit_entries (tenant_id, event, at, id) WHERE event !~ '^(login|session)\.|^password\.wrong$';

CREATE INDEX invites_time ON invites (tenant_id, created_at, id);
CREATE INDEX users_username_beginning ON users (tenant_id, username_key text_pattern_ops);
