-- Moves the read marker, never back, and counts the unread comments.
--
-- The membership is locked by now. Creating or deleting a comment waits for it, so that each comment is counted exactly
-- once.
CREATE OR REPLACE FUNCTION member_reads() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.read_number := greatest(OLD.read_number, NEW.read_number);
    SELECT count(*) INTO NEW.unread_count
    FROM comments AS c
    WHERE c.tenant_id = NEW.tenant_id AND c.room_id = NEW.room_id AND c.number > NEW.read_number
        AND c.deleted_at IS NULL AND c.author_id IS DISTINCT FROM NEW.user_id;
    RETURN NEW;
END
$$;
REVOKE ALL ON FUNCTION member_reads() FROM PUBLIC;

CREATE OR REPLACE TRIGGER member_reads BEFORE UPDATE OF read_number ON memberships
    FOR EACH ROW
    WHEN (current_setting('app.importing', true) IS DISTINCT FROM 'on'
        AND OLD.read_number <> NEW.read_number)
    EXECUTE FUNCTION member_reads();
