-- Stamps an assignment for the sync feed after a change that both sides see. In a completed one the teachers' rows get the
-- stamp too.
CREATE OR REPLACE FUNCTION assignment_stamped() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.changed_xid := pg_current_xact_id();
    NEW.archive_xid := CASE WHEN NEW.completed_at < 'infinity' THEN NEW.changed_xid END;
    IF NEW.archive_xid IS DISTINCT FROM OLD.archive_xid THEN
        UPDATE assignment_readers AS r SET archive_xid = NEW.archive_xid
        WHERE r.tenant_id = NEW.tenant_id AND r.assignment_id = NEW.id;
    END IF;
    RETURN NEW;
END
$$;
REVOKE ALL ON FUNCTION assignment_stamped() FROM PUBLIC;

-- It comes after assignment_settles, which sets the completion: PostgreSQL runs triggers in the order of their names.
CREATE OR REPLACE TRIGGER assignment_stamped BEFORE UPDATE ON assignments
    FOR EACH ROW
    WHEN (current_setting('app.importing', true) IS DISTINCT FROM 'on' AND NEW.changed_xid = OLD.changed_xid
        -- An entry has stamped its own changes already, unless it completes the assignment or opens it again.
        AND (OLD.changed_xid <> pg_current_xact_id() OR OLD.completed_at <> NEW.completed_at)
        AND (OLD.state, OLD.attempt, OLD.extended_to, OLD.first_submitted_at, OLD.submitted_at, OLD.opened_at, OLD.removed,
            OLD.evaluation_number, OLD.evaluation_points, OLD.evaluation_word, OLD.opens_at, OLD.task_due_at, OLD.task_locks_at,
            OLD.task_closed)
        IS DISTINCT FROM (NEW.state, NEW.attempt, NEW.extended_to, NEW.first_submitted_at, NEW.submitted_at, NEW.opened_at, NEW.removed,
            NEW.evaluation_number, NEW.evaluation_points, NEW.evaluation_word, NEW.opens_at, NEW.task_due_at, NEW.task_locks_at,
            NEW.task_closed))
    EXECUTE FUNCTION assignment_stamped();
