-- Updates the assignment and the unread counts after a new entry. In a completed assignment all teachers' rows are stamped
-- too.
CREATE OR REPLACE FUNCTION entry_made() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    finished xid8;
BEGIN
    UPDATE assignments AS a
    SET last_number = NEW.number,
        last_activity_at = greatest(a.last_activity_at, NEW.created_at),
        student_entry_count = a.student_entry_count + (a.student_id IS NOT DISTINCT FROM NEW.author_id)::integer,
        unread_count = a.unread_count + (a.student_id IS DISTINCT FROM NEW.author_id)::integer,
        changed_xid = NEW.changed_xid,
        archive_xid = CASE WHEN a.completed_at < 'infinity' THEN NEW.changed_xid END
    WHERE a.tenant_id = NEW.tenant_id AND a.id = NEW.assignment_id
    RETURNING a.archive_xid INTO finished;
    IF finished IS NULL THEN
        UPDATE assignment_readers AS r
        SET unread_count = r.unread_count + 1
        WHERE r.tenant_id = NEW.tenant_id AND r.assignment_id = NEW.assignment_id AND r.user_id IS DISTINCT FROM NEW.author_id;
    ELSE
        UPDATE assignment_readers AS r
        SET unread_count = r.unread_count + (r.user_id IS DISTINCT FROM NEW.author_id)::integer, archive_xid = finished
        WHERE r.tenant_id = NEW.tenant_id AND r.assignment_id = NEW.assignment_id;
    END IF;
    RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION entry_made() FROM PUBLIC;

CREATE OR REPLACE TRIGGER entry_made AFTER INSERT ON entries
    FOR EACH ROW
    WHEN (current_setting('app.importing', true) IS DISTINCT FROM 'on')
    EXECUTE FUNCTION entry_made();
