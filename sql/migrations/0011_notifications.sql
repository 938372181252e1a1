-- The outbox: what somebody shall be told, written in the transaction of its cause. The push worker sends it.

CREATE TABLE notifications (
    tenant_id uuid NOT NULL,
    id uuid NOT NULL,
    kind text NOT NULL CHECK (kind IN (
        'room.created', 'room.watched', 'room.replies', 'friend.requested', 'friend.accepted', 'invite.accepted', 'summary')),
    recipient_id uuid NOT NULL,
    -- Who caused it.
    actor_id uuid,
    room_id uuid,
    -- Of room.replies: the comments it tells of are the actor's from the first of these numbers to the last.
    first_number integer,
    last_number integer,
    comment_count integer CHECK (comment_count >= 0),
    created_at timestamptz NOT NULL DEFAULT app_now(),
    due_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'sending', 'sent', 'cancelled', 'dead', 'no_device', 'coalesced')),
    PRIMARY KEY (tenant_id, id),
    CHECK ((kind = 'room.replies') = (num_nonnulls(first_number, last_number, comment_count) = 3)),
    FOREIGN KEY (tenant_id, recipient_id) REFERENCES users ON DELETE CASCADE,
    FOREIGN KEY (tenant_id, actor_id) REFERENCES users ON DELETE CASCADE,
    FOREIGN KEY (tenant_id, room_id) REFERENCES rooms ON DELETE CASCADE
);
-- One pending row a pair and room: further comments join it.
CREATE UNIQUE INDEX notifications_replies ON notifications (tenant_id, room_id, actor_id, recipient_id)
    WHERE kind = 'room.replies' AND state = 'pending';
CREATE INDEX notifications_due ON notifications (tenant_id, due_at) WHERE state = 'pending';
CREATE INDEX notifications_room ON notifications (tenant_id, room_id, actor_id, recipient_id);
CREATE INDEX notifications_recipient ON notifications (tenant_id, recipient_id, created_at);
CREATE INDEX notifications_actor ON notifications (tenant_id, actor_id, created_at);

ALTER TABLE notifications ENABLE ROW LEVEL SECURITY;
ALTER TABLE notifications FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON notifications TO davenport_app
    USING (tenant_id = (SELECT nullif(current_setting('app.tenant_id', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE ON notifications TO davenport_app;
