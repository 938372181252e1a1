-- Stamps a changed comment for the sync feed. `comments_changed` stamps its room, once for each statement. The room is
-- locked by then.
CREATE OR REPLACE FUNCTION comment_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.changed_xid := pg_current_xact_id();
    RETURN NEW;
END
$$;
REVOKE ALL ON FUNCTION comment_changed() FROM PUBLIC;

CREATE OR REPLACE TRIGGER comment_changed BEFORE UPDATE ON comments
    FOR EACH ROW
    WHEN (current_setting('app.importing', true) IS DISTINCT FROM 'on')
    EXECUTE FUNCTION comment_changed();
