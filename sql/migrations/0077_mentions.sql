-- The mentions of a comment, in the order of its text. mention_texts has the parts of the text. mention_targets has, for each of them, the
-- mentioned member's id or the catalogue's number of the mentioned actor. Both are null without mentions.
ALTER TABLE comments
    ADD COLUMN mention_texts text[],
    ADD COLUMN mention_targets text[];
GRANT UPDATE (mention_texts, mention_targets) ON comments TO davenport_app;
-- The worker checks whether the mention is still there, and whether its recipient may see the comment's second.
GRANT SELECT (seconds, mention_targets) ON comments TO davenport_push;
-- Those that a member's leaving changes.
CREATE INDEX comments_mentions ON comments (tenant_id, room_id) WHERE mention_targets IS NOT NULL;

-- The comment of a mention, by its number in the room that the notification is about.
ALTER TABLE notifications ADD COLUMN about_number integer;
