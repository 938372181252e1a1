-- Takes a deleted message out of the counts. If it loses its author in the same statement, erase_entries counts anew
-- instead.
CREATE OR REPLACE FUNCTION entry_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE assignments AS a
    SET student_entry_count = a.student_entry_count - (a.student_id IS NOT DISTINCT FROM OLD.author_id)::integer,
        unread_count = a.unread_count - (a.student_id IS DISTINCT FROM OLD.author_id AND a.read_number < OLD.number)::integer
    WHERE a.tenant_id = OLD.tenant_id AND a.id = OLD.assignment_id;
    UPDATE assignment_readers AS r
    SET unread_count = r.unread_count - 1
    WHERE r.tenant_id = OLD.tenant_id AND r.assignment_id = OLD.assignment_id AND r.read_number < OLD.number
        AND r.user_id IS DISTINCT FROM OLD.author_id;
    RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION entry_deleted() FROM PUBLIC;

CREATE OR REPLACE TRIGGER entry_deleted AFTER UPDATE OF deleted_at ON entries
    FOR EACH ROW
    WHEN (current_setting('app.importing', true) IS DISTINCT FROM 'on'
        AND OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL AND OLD.author_id IS NOT DISTINCT FROM NEW.author_id)
    EXECUTE FUNCTION entry_deleted();
