-- The rooms into which an invite leads, in its maker's order. The list may name rooms that are gone, and they stand for nothing.
ALTER TABLE invites
    ADD COLUMN room_ids uuid[] NOT NULL DEFAULT '{}'
        CONSTRAINT invites_not_many_rooms CHECK (cardinality(room_ids) <= 10 AND array_position(room_ids, NULL) IS NULL);

-- The codes of invites, for their makers alone. The master key encrypts each code.
CREATE TABLE invite_codes (
    tenant_id uuid NOT NULL,
    -- The invite's id.
    id uuid NOT NULL,
    kek_id text NOT NULL,
    wrapped_key bytea NOT NULL,
    sealed bytea NOT NULL,
    PRIMARY KEY (tenant_id, id),
    FOREIGN KEY (tenant_id, id) REFERENCES invites ON DELETE CASCADE
);

ALTER TABLE invite_codes ENABLE ROW LEVEL SECURITY;
ALTER TABLE invite_codes FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON invite_codes TO davenport_app
    USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON invite_codes TO davenport_app;
-- The worker may read none. With one role for everything, its owner needs the policy to encrypt all codes with another master key.
CREATE POLICY push ON invite_codes TO davenport_push USING (true);
