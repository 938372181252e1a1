-- Stamps a changed comment for the sync feed, and takes a deleted one's pictures away. `comments_changed` stamps its room,
-- once for each statement. The room is locked by then.
CREATE OR REPLACE FUNCTION comment_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.changed_xid := pg_current_xact_id();
    -- The previous version of the server deletes comments, too, and knows no pictures.
    IF NEW.deleted_at IS NOT NULL THEN
        NEW.pictures := NULL;
    END IF;
    RETURN NEW;
END
$$;
REVOKE ALL ON FUNCTION comment_changed() FROM PUBLIC;

CREATE OR REPLACE TRIGGER comment_changed BEFORE UPDATE ON comments
    FOR EACH ROW
    WHEN (current_setting('app.importing', true) IS DISTINCT FROM 'on')
    EXECUTE FUNCTION comment_changed();
