-- The comment that a comment answers; null if it answers none. It is a comment of the same room, and may be deleted since. A foreign key would
-- protect nothing: the row of a deleted comment stays as long as its room.
ALTER TABLE comments ADD COLUMN reply_to uuid;
GRANT UPDATE (reply_to) ON comments TO davenport_app;
-- The worker chooses the sentence for somebody whose comment is answered.
GRANT SELECT (id, reply_to) ON comments TO davenport_push;
