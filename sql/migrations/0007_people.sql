-- Counts the changes of a password, so that whoever verified it a moment ago learns whether it is still the one. A hash made
-- anew from the same password doesn't count.
ALTER TABLE users ADD COLUMN password_number integer NOT NULL DEFAULT 0;

-- Erasing what somebody said erases its digest too, by which a guess at it could be confirmed.
GRANT UPDATE (request_digest) ON comments TO davenport_app;
