-- When each person's next digest is due: null without a verified address, and for those who want none.
ALTER TABLE email_states
    -- How often the person wants one; null for those who chose nothing.
    ADD COLUMN digest text CHECK (digest IN ('off', 'daily', 'weekly')),
    -- The next digest tells what has happened since then.
    ADD COLUMN digest_since timestamptz,
    ADD COLUMN digest_due_at timestamptz,
    ADD CHECK (digest_due_at IS NULL OR digest_since IS NOT NULL);
CREATE INDEX email_states_digest_due ON email_states (tenant_id, digest_due_at) WHERE digest_due_at IS NOT NULL;

-- A digest has a link with which its reader ends it. The worker signs the code.
CREATE POLICY push ON deployment_secrets FOR SELECT TO davenport_push USING (name = 'mail stops');
GRANT SELECT ON deployment_secrets TO davenport_push;
