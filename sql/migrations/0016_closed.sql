-- What strangers and members could still find out, fill up or hold.

-- Sessions that are over go from the table, found by when they were used last and by when they expire.
CREATE INDEX sessions_idle ON sessions (tenant_id, last_used_at);
CREATE INDEX sessions_expired ON sessions (tenant_id, expires_at);

-- Whoever blocks somebody is seen by them as they were at that moment, in their lists of blocks and redeemed invites.
ALTER TABLE blocks ADD COLUMN blocker_username text;
UPDATE blocks AS b SET blocker_username = u.username
FROM users AS u WHERE u.tenant_id = b.tenant_id AND u.id = b.blocker_id;
ALTER TABLE blocks ALTER COLUMN blocker_username SET NOT NULL;

-- The digest of a request confirms a guess at what it held. It goes with what was said, and with who said it.
UPDATE comments SET request_digest = '' WHERE (deleted_at IS NOT NULL OR author_id IS NULL) AND request_digest <> '';
UPDATE rooms AS r SET request_digest = ''
WHERE request_digest <> '' AND NOT EXISTS (SELECT FROM users AS u WHERE u.tenant_id = r.tenant_id AND u.id = r.created_by);

-- How many rooms a dashboard shows: those last active. Whoever is brought into thousands still has a dashboard.
CREATE FUNCTION dashboard_limit() RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT 300::bigint $$;
GRANT EXECUTE ON FUNCTION dashboard_limit() TO davenport_app;

-- A picture is read and made plain once, when it is sent; one from before when it is first shown.
ALTER TABLE avatars ADD COLUMN is_plain boolean NOT NULL DEFAULT false;
