-- Links with which somebody who can't log in sets a new password. A person has at most one. A link that was used or ended is deleted.
CREATE TABLE password_links (
    tenant_id uuid NOT NULL,
    user_id uuid NOT NULL,
    code_digest bytea NOT NULL CHECK (octet_length(code_digest) = 32),
    -- The admin or owner who made it; null if an operator did.
    maker_id uuid,
    created_at timestamptz NOT NULL DEFAULT app_now(),
    expires_at timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, user_id),
    CONSTRAINT password_links_code_digest_unique UNIQUE (tenant_id, code_digest),
    CHECK (maker_id <> user_id),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users ON DELETE CASCADE,
    FOREIGN KEY (tenant_id, maker_id) REFERENCES users ON DELETE CASCADE
);
CREATE INDEX password_links_maker ON password_links (tenant_id, maker_id);

ALTER TABLE password_links ENABLE ROW LEVEL SECURITY;
ALTER TABLE password_links FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON password_links TO davenport_app
    USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON password_links TO davenport_app;
-- A notification of a link that is gone isn't sent.
CREATE POLICY push ON password_links FOR SELECT TO davenport_push USING (true);
GRANT SELECT (tenant_id, user_id) ON password_links TO davenport_push;

ALTER TABLE notifications
    DROP CONSTRAINT notifications_kind_check,
    ADD CONSTRAINT notifications_kind_check CHECK (kind ~ '^[a-z]+(\.[a-z_]+)?$');

-- Who may make such links.
ALTER TABLE tenants
    ADD COLUMN password_link_makers text NOT NULL DEFAULT 'admins' CHECK (password_link_makers IN ('admins', 'owners', 'off'));

-- A link's address begins with the community's host.
GRANT SELECT ON tenant_hosts TO davenport_app;
