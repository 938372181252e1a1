-- Whom a comment mentions, in the order of its text: the part of the text, and beside it a member's id, or the catalogue's number of an actor. Both
-- are null without mentions.
ALTER TABLE comments
    ADD COLUMN mention_texts text[],
    ADD COLUMN mention_targets text[];
GRANT UPDATE (mention_texts, mention_targets) ON comments TO davenport_app;
-- The worker tells whether a mention is still there, and whether its recipient may see the second.
GRANT SELECT (seconds, mention_targets) ON comments TO davenport_push;
-- Those that a member's leaving changes.
CREATE INDEX comments_mentions ON comments (tenant_id, room_id) WHERE mention_targets IS NOT NULL;

-- The comment of a mention, by its number in the room that the notification is about.
ALTER TABLE notifications ADD COLUMN about_number integer;
