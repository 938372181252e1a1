-- Whether a notification of this kind says that somebody may take over the recipient's account. Nobody can hide it: no muted kind, block, muted
-- person, quiet hours or hourly limit holds it back.
CREATE OR REPLACE FUNCTION is_about_account(kind text) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT kind LIKE 'account.%' $$;
REVOKE ALL ON FUNCTION is_about_account(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION is_about_account(text) TO davenport_push;
