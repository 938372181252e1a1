-- What people tell whoever runs and makes what they use.

CREATE TABLE feedback (
    tenant_id uuid NOT NULL REFERENCES tenants,
    id uuid NOT NULL,
    -- Null once the author's account is gone.
    author_id uuid,
    text text NOT NULL,
    context text,
    state text NOT NULL DEFAULT 'created' CHECK (state IN ('created', 'solving', 'resolved')),
    -- Of the request as sent: by it a retry is told from another request with the same id.
    request_digest bytea NOT NULL,
    created_at timestamptz NOT NULL DEFAULT app_now(),
    PRIMARY KEY (tenant_id, id),
    FOREIGN KEY (tenant_id, author_id) REFERENCES users
);
-- One person's, and everybody's, in the order in which they are listed.
CREATE INDEX feedback_author ON feedback (tenant_id, author_id, created_at, id);
CREATE INDEX feedback_made ON feedback (tenant_id, created_at, id);

ALTER TABLE feedback ENABLE ROW LEVEL SECURITY;
ALTER TABLE feedback FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON feedback TO davenport_app
    USING (tenant_id = (SELECT nullif(current_setting('app.tenant_id', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE (state, author_id, request_digest), DELETE ON feedback TO davenport_app;
