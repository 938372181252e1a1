-- When assignments and entries last changed, as stamps (0047): by them the feed of changes tells students and teachers what they have not been
-- told yet. What the two sides see differs, and so do their stamps.

-- What was there before counts as changed now.
ALTER TABLE assignments
    -- Since when there is one, when anything last changed of it that both sides see, and when its student's marker did. Drafts change
    -- neither, nor does the version: they are teachers' alone.
    ADD COLUMN joined_xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
    ADD COLUMN changed_xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
    ADD COLUMN read_xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
    -- Null until it is completed, then when anything of it last changed for its student.
    ADD COLUMN archive_xid xid8;
UPDATE assignments SET archive_xid = pg_current_xact_id() WHERE completed_at < 'infinity';
-- What isn't completed has its stamps in no index, so that entries change it in place.
CREATE INDEX assignments_finished ON assignments (tenant_id, student_id, archive_xid) WHERE archive_xid IS NOT NULL;
-- What was completed before it opened, which is next to nothing: told when it opens, as what isn't completed.
CREATE INDEX assignments_opening ON assignments (tenant_id, student_id, opens_at) WHERE completed_at < opens_at;

ALTER TABLE assignment_readers
    -- Since when they teach it, and when their marker, the draft or the version last changed.
    ADD COLUMN joined_xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
    ADD COLUMN changed_xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
    -- As the assignment's, for this teacher.
    ADD COLUMN archive_xid xid8;
UPDATE assignment_readers AS r SET archive_xid = a.archive_xid FROM assignments AS a
WHERE a.tenant_id = r.tenant_id AND a.id = r.assignment_id AND a.archive_xid IS NOT NULL;
CREATE INDEX assignment_readers_finished ON assignment_readers (tenant_id, user_id, archive_xid) WHERE archive_xid IS NOT NULL;

-- An assignment has few entries: those that changed are found among all of its own.
ALTER TABLE entries ADD COLUMN changed_xid xid8 NOT NULL DEFAULT pg_current_xact_id();

-- Who doesn't see an assignment any more is to be told so: its student where it is gone, a teacher also where they left the task.
CREATE TABLE former_assignments (
    tenant_id uuid NOT NULL,
    user_id uuid NOT NULL,
    -- Not a foreign key, as it may be gone.
    assignment_id uuid NOT NULL,
    left_at timestamptz NOT NULL DEFAULT app_now(),
    left_xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
    PRIMARY KEY (tenant_id, user_id, assignment_id),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users ON DELETE CASCADE
);
CREATE INDEX former_assignments_left ON former_assignments (tenant_id, user_id, left_xid);

ALTER TABLE former_assignments ENABLE ROW LEVEL SECURITY;
ALTER TABLE former_assignments FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON former_assignments TO davenport_app
    USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON former_assignments TO davenport_app;

-- What both sides see of an assignment has changed. Of a completed one the teachers' rows bear the stamp too.
CREATE FUNCTION assignment_stamped() RETURNS trigger LANGUAGE plpgsql AS $$
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
-- Behind assignment_settles, which says whether it is completed: triggers come by their names.
CREATE TRIGGER assignment_stamped BEFORE UPDATE ON assignments
    FOR EACH ROW
    WHEN (current_setting('app.importing', true) IS DISTINCT FROM 'on' AND NEW.changed_xid = OLD.changed_xid
        -- What an entry did is stamped by it already, unless it completes the assignment or opens it again.
        AND (OLD.changed_xid <> pg_current_xact_id() OR OLD.completed_at <> NEW.completed_at)
        AND (OLD.state, OLD.attempt, OLD.extended_to, OLD.first_submitted_at, OLD.submitted_at, OLD.opened_at, OLD.removed,
            OLD.evaluation_number, OLD.evaluation_points, OLD.evaluation_word, OLD.opens_at, OLD.task_due_at, OLD.task_locks_at,
            OLD.task_closed)
        IS DISTINCT FROM (NEW.state, NEW.attempt, NEW.extended_to, NEW.first_submitted_at, NEW.submitted_at, NEW.opened_at, NEW.removed,
            NEW.evaluation_number, NEW.evaluation_points, NEW.evaluation_word, NEW.opens_at, NEW.task_due_at, NEW.task_locks_at,
            NEW.task_closed))
    EXECUTE FUNCTION assignment_stamped();

-- What assignments show of something else has changed: their task, its teachers, an entry that was erased.
CREATE FUNCTION stamp_assignments(tenant uuid, changed uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    UPDATE assignments AS a
    SET changed_xid = pg_current_xact_id(), archive_xid = CASE WHEN a.archive_xid IS NOT NULL THEN pg_current_xact_id() END
    WHERE a.tenant_id = tenant AND a.id = ANY (changed) AND a.changed_xid <> pg_current_xact_id();
    UPDATE assignment_readers AS r SET archive_xid = pg_current_xact_id()
    WHERE r.tenant_id = tenant AND r.assignment_id = ANY (changed) AND r.archive_xid <> pg_current_xact_id();
END
$$;
REVOKE ALL ON FUNCTION stamp_assignments(uuid, uuid[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION stamp_assignments(uuid, uuid[]) TO davenport_app;

-- Its times and closing stand on the assignments, and stamp them there.
CREATE FUNCTION task_told() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM stamp_assignments(NEW.tenant_id, ARRAY(
        SELECT a.id FROM assignments AS a WHERE a.tenant_id = NEW.tenant_id AND a.task_id = NEW.id));
    RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION task_told() FROM PUBLIC;
CREATE TRIGGER task_told AFTER UPDATE ON tasks
    FOR EACH ROW
    WHEN (current_setting('app.importing', true) IS DISTINCT FROM 'on'
        AND (OLD.title, OLD.priority, OLD.tags, OLD.max_points, OLD.due_at, OLD.locks_at, OLD.host_id)
        IS DISTINCT FROM (NEW.title, NEW.priority, NEW.tags, NEW.max_points, NEW.due_at, NEW.locks_at, NEW.host_id))
    EXECUTE FUNCTION task_told();

-- Where the whole task goes, its assignments go too.
CREATE FUNCTION teachers_told() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    m task_teachers;
BEGIN
    IF TG_OP = 'DELETE' THEN
        m := OLD;
    ELSE
        m := NEW;
    END IF;
    PERFORM stamp_assignments(m.tenant_id, ARRAY(
        SELECT a.id FROM assignments AS a
        JOIN tasks AS t ON t.tenant_id = a.tenant_id AND t.id = a.task_id
        WHERE a.tenant_id = m.tenant_id AND a.task_id = m.task_id));
    RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION teachers_told() FROM PUBLIC;
CREATE TRIGGER teachers_told AFTER INSERT OR DELETE ON task_teachers
    FOR EACH ROW WHEN (current_setting('app.importing', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION teachers_told();

-- An entry that is changed is told with its assignment, which is stamped once however many of its entries a statement changes.
CREATE FUNCTION entry_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.changed_xid := pg_current_xact_id();
    RETURN NEW;
END
$$;
REVOKE ALL ON FUNCTION entry_changed() FROM PUBLIC;
CREATE TRIGGER entry_changed BEFORE UPDATE ON entries
    FOR EACH ROW WHEN (current_setting('app.importing', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION entry_changed();

CREATE FUNCTION entries_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM stamp_assignments(c.tenant_id, array_agg(DISTINCT c.assignment_id)) FROM changed AS c GROUP BY c.tenant_id;
    RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION entries_changed() FROM PUBLIC;
CREATE TRIGGER entries_changed AFTER UPDATE ON entries
    REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT WHEN (current_setting('app.importing', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION entries_changed();

-- As before, and the stamps: of a completed assignment also on the rows of all its teachers.
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

-- As before, and the stamps: a marker is told to its reader alone.
CREATE OR REPLACE FUNCTION student_reads() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.read_number := greatest(OLD.read_number, NEW.read_number);
    NEW.unread_count := unread_entries(NEW.tenant_id, NEW.id, NEW.student_id, NEW.read_number);
    NEW.read_xid := pg_current_xact_id();
    IF NEW.archive_xid IS NOT NULL THEN
        NEW.archive_xid := NEW.read_xid;
    END IF;
    RETURN NEW;
END
$$;
CREATE OR REPLACE FUNCTION teacher_reads() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.read_number := greatest(OLD.read_number, NEW.read_number);
    NEW.unread_count := unread_entries(NEW.tenant_id, NEW.assignment_id, NEW.user_id, NEW.read_number);
    NEW.changed_xid := pg_current_xact_id();
    IF NEW.archive_xid IS NOT NULL THEN
        NEW.archive_xid := NEW.changed_xid;
    END IF;
    RETURN NEW;
END
$$;

-- A draft, which raises the version without an entry, is told to teachers alone.
CREATE FUNCTION version_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE assignment_readers AS r
    SET changed_xid = pg_current_xact_id(), archive_xid = CASE WHEN r.archive_xid IS NOT NULL THEN pg_current_xact_id() END
    WHERE r.tenant_id = NEW.tenant_id AND r.assignment_id = NEW.id;
    RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION version_changed() FROM PUBLIC;
CREATE TRIGGER version_changed AFTER UPDATE ON assignments
    FOR EACH ROW
    WHEN (current_setting('app.importing', true) IS DISTINCT FROM 'on' AND OLD.version <> NEW.version
        AND OLD.changed_xid <> pg_current_xact_id())
    EXECUTE FUNCTION version_changed();

-- Who joins the teachers finds completed assignments too.
CREATE FUNCTION reader_begins() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    SELECT CASE WHEN a.completed_at < 'infinity' THEN pg_current_xact_id() END INTO NEW.archive_xid
    FROM assignments AS a WHERE a.tenant_id = NEW.tenant_id AND a.id = NEW.assignment_id;
    RETURN NEW;
END
$$;
REVOKE ALL ON FUNCTION reader_begins() FROM PUBLIC;
CREATE TRIGGER reader_begins BEFORE INSERT ON assignment_readers
    FOR EACH ROW WHEN (current_setting('app.importing', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION reader_begins();

-- What comes in with a tenant that moves is stamped as memberships are (0070).
CREATE TRIGGER finished_reader_comes_in BEFORE INSERT ON assignment_readers
    FOR EACH ROW WHEN (current_setting('app.importing', true) = 'on') EXECUTE FUNCTION reader_begins();
CREATE FUNCTION finished_assignment_comes_in() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.archive_xid := pg_current_xact_id();
    RETURN NEW;
END
$$;
REVOKE ALL ON FUNCTION finished_assignment_comes_in() FROM PUBLIC;
CREATE TRIGGER finished_assignment_comes_in BEFORE INSERT ON assignments
    FOR EACH ROW WHEN (current_setting('app.importing', true) = 'on' AND NEW.completed_at < 'infinity')
    EXECUTE FUNCTION finished_assignment_comes_in();

-- Nobody is told that something is gone which they never saw. What is left of it is of no use once every cursor from before is too old.
CREATE FUNCTION assignments_left() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM former_assignments AS f
    USING (SELECT DISTINCT tenant_id, student_id FROM withdrawn) AS w
    WHERE f.tenant_id = w.tenant_id AND f.user_id = w.student_id AND f.left_at < app_now() - interval '90 days';
    INSERT INTO former_assignments (tenant_id, user_id, assignment_id)
    SELECT w.tenant_id, w.student_id, w.id FROM withdrawn AS w WHERE coalesce(w.opens_at <= app_now(), true);
    RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION assignments_left() FROM PUBLIC;
CREATE TRIGGER assignments_left AFTER DELETE ON assignments
    REFERENCING OLD TABLE AS withdrawn
    FOR EACH STATEMENT WHEN (current_setting('app.importing', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION assignments_left();

CREATE FUNCTION readers_left() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM former_assignments AS f
    USING (SELECT DISTINCT tenant_id, user_id FROM departed) AS d
    WHERE f.tenant_id = d.tenant_id AND f.user_id = d.user_id AND f.left_at < app_now() - interval '90 days';
    INSERT INTO former_assignments (tenant_id, user_id, assignment_id)
    SELECT d.tenant_id, d.user_id, d.assignment_id FROM departed AS d
    -- Who had left before and come back.
    ON CONFLICT (tenant_id, user_id, assignment_id) DO UPDATE SET left_at = excluded.left_at, left_xid = excluded.left_xid;
    RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION readers_left() FROM PUBLIC;
CREATE TRIGGER readers_left AFTER DELETE ON assignment_readers
    REFERENCING OLD TABLE AS departed
    FOR EACH STATEMENT WHEN (current_setting('app.importing', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION readers_left();
