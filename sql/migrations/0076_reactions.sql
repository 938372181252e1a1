-- Emoji by which people react to comments.
CREATE TABLE reactions (
    tenant_id uuid NOT NULL,
    room_id uuid NOT NULL,
    comment_id uuid NOT NULL,
    user_id uuid NOT NULL,
    -- In its fully qualified form, so that equal emoji are equal texts.
    emoji text COLLATE "C" NOT NULL CHECK (octet_length(emoji) BETWEEN 1 AND 64),
    -- The order of the comment's reactions. It is given under the lock of the room.
    number integer NOT NULL,
    reacted_at timestamptz NOT NULL DEFAULT app_now(),
    PRIMARY KEY (tenant_id, comment_id, emoji, user_id),
    FOREIGN KEY (tenant_id, comment_id) REFERENCES comments ON DELETE CASCADE,
    FOREIGN KEY (tenant_id, user_id) REFERENCES users
);
-- Those of a deleted account, and of a person's export.
CREATE INDEX reactions_user ON reactions (tenant_id, user_id);

ALTER TABLE reactions ENABLE ROW LEVEL SECURITY;
ALTER TABLE reactions FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON reactions TO davenport_app
    USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
GRANT SELECT, INSERT, DELETE ON reactions TO davenport_app;

-- Derived: the comment's reactions in their order, null if there are none. Lists read comments with them and join nothing.
ALTER TABLE comments
    ADD COLUMN reaction_emojis text[],
    ADD COLUMN reaction_user_ids uuid[];
GRANT UPDATE (reaction_emojis, reaction_user_ids) ON comments TO davenport_app;
