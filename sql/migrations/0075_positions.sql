-- Where each member is in the episode or movie, for the member alone. It is a row of its own and no columns of the membership: it changes every
-- minute while somebody watches, and memberships have more indexes.
CREATE TABLE positions (
    tenant_id uuid NOT NULL,
    room_id uuid NOT NULL,
    user_id uuid NOT NULL,
    seconds integer NOT NULL CHECK (seconds BETWEEN 0 AND 86399),
    running boolean NOT NULL,
    set_at timestamptz NOT NULL DEFAULT app_now(),
    changed_xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
    PRIMARY KEY (tenant_id, user_id, room_id),
    FOREIGN KEY (tenant_id, room_id, user_id) REFERENCES memberships ON DELETE CASCADE
) WITH (fillfactor = 70);

ALTER TABLE positions ENABLE ROW LEVEL SECURITY;
ALTER TABLE positions FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON positions TO davenport_app
    USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON positions TO davenport_app;
-- The worker counts the badge by the view room_cards, which has the position.
CREATE POLICY push ON positions FOR SELECT TO davenport_push USING (true);
GRANT SELECT ON positions TO davenport_push;
