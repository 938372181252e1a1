-- Assignments: a task as one student has it. And what tasks, assignments and teachers derive from each other.
-- Whatever changes completion locks the task first, so that two that complete the last ones can't miss each other.

-- Whether a moment lies behind a deadline. The named minute counts: until its end nothing is late and nothing locked.
CREATE FUNCTION passed(deadline timestamptz, at timestamptz) RETURNS boolean
LANGUAGE sql STABLE PARALLEL SAFE AS $$ SELECT at >= deadline + interval '60 seconds' $$;
GRANT EXECUTE ON FUNCTION passed(timestamptz, timestamptz) TO davenport_app, davenport_push;

CREATE TABLE assignments (
    tenant_id uuid NOT NULL,
    id uuid NOT NULL,
    task_id uuid NOT NULL,
    student_id uuid NOT NULL,
    created_at timestamptz NOT NULL DEFAULT app_now(),
    state text NOT NULL DEFAULT 'todo' CHECK (state IN ('todo', 'inProgress', 'submitted', 'returned', 'done', 'excused')),
    -- The attempts that stand. What was taken back doesn't.
    attempt integer NOT NULL DEFAULT 0 CHECK (attempt >= 0),
    -- Of what teachers rest on what they publish: rises with all that is done but messages.
    version integer NOT NULL DEFAULT 0,
    extended_to timestamptz,
    -- When the first attempt came, by which it is late or not; when the last did, its entry's number, and when a teacher opened it.
    first_submitted_at timestamptz,
    submitted_at timestamptz,
    submitted_number integer,
    opened_at timestamptz,
    -- Whether the host doesn't teach the student any more.
    removed boolean NOT NULL DEFAULT false,
    -- The latest evaluation's entry, and what cells of a board show of it: points in hundredths.
    evaluation_number integer,
    evaluation_points integer,
    evaluation_word text,
    -- How far the student has read.
    read_number integer NOT NULL DEFAULT 0,

    -- Derived: of the entries, and the task's own.
    unread_count integer NOT NULL DEFAULT 0 CHECK (unread_count >= 0),
    last_number integer NOT NULL DEFAULT 0,
    last_activity_at timestamptz NOT NULL DEFAULT app_now(),
    -- The student's own that aren't deleted.
    student_entry_count integer NOT NULL DEFAULT 0 CHECK (student_entry_count >= 0),
    opens_at timestamptz,
    task_due_at timestamptz,
    task_locks_at timestamptz,
    task_closed boolean NOT NULL DEFAULT false,
    due_at timestamptz GENERATED ALWAYS AS (greatest(task_due_at, extended_to)) STORED,
    locks_at timestamptz GENERATED ALWAYS AS (
        CASE WHEN task_locks_at IS NOT NULL THEN greatest(task_locks_at, extended_to) END) STORED,
    closed boolean NOT NULL GENERATED ALWAYS AS (task_closed OR removed) STORED,
    completed_at timestamptz NOT NULL DEFAULT 'infinity',

    PRIMARY KEY (tenant_id, id),
    CONSTRAINT assignments_student_unique UNIQUE (tenant_id, task_id, student_id),
    CHECK ((attempt = 0) = (first_submitted_at IS NULL)),
    CHECK (num_nulls(first_submitted_at, submitted_at, submitted_number) IN (0, 3)),
    FOREIGN KEY (tenant_id, task_id) REFERENCES tasks ON DELETE CASCADE,
    FOREIGN KEY (tenant_id, student_id) REFERENCES users
) WITH (fillfactor = 85);
-- Somebody's active assignments, and their archive in its order. There is no plain (tenant_id, student_id), as for task_teachers.
CREATE INDEX assignments_completed ON assignments (tenant_id, student_id, completed_at) INCLUDE (id);
CREATE STATISTICS assignments_person (dependencies) ON tenant_id, student_id FROM assignments;
CREATE STATISTICS assignments_task (dependencies) ON tenant_id, task_id FROM assignments;

ALTER TABLE assignments ENABLE ROW LEVEL SECURITY;
ALTER TABLE assignments FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON assignments TO davenport_app
    USING (tenant_id = (SELECT nullif(current_setting('app.tenant_id', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON assignments TO davenport_app;
CREATE POLICY push ON assignments FOR SELECT TO davenport_push USING (true);
GRANT SELECT (tenant_id, task_id, student_id, opens_at) ON assignments TO davenport_push;

-- How far each teacher of the task has read. The student's own marker stands on the assignment, which their lists read anyway.
CREATE TABLE assignment_readers (
    tenant_id uuid NOT NULL,
    assignment_id uuid NOT NULL,
    user_id uuid NOT NULL,
    task_id uuid NOT NULL,
    read_number integer NOT NULL DEFAULT 0,
    -- Derived. It changes too often to be in any index.
    unread_count integer NOT NULL DEFAULT 0 CHECK (unread_count >= 0),
    PRIMARY KEY (tenant_id, assignment_id, user_id),
    FOREIGN KEY (tenant_id, assignment_id) REFERENCES assignments ON DELETE CASCADE,
    -- Who stops teaching a task has nothing to read in it.
    FOREIGN KEY (tenant_id, task_id, user_id) REFERENCES task_teachers ON DELETE CASCADE
) WITH (fillfactor = 85);
CREATE INDEX assignment_readers_task ON assignment_readers (tenant_id, user_id, task_id);

ALTER TABLE assignment_readers ENABLE ROW LEVEL SECURITY;
ALTER TABLE assignment_readers FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON assignment_readers TO davenport_app
    USING (tenant_id = (SELECT nullif(current_setting('app.tenant_id', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON assignment_readers TO davenport_app;

-- Derives a task's completion anew from its assignments; its teachers' copies follow.
CREATE FUNCTION refresh_task(tenant uuid, task uuid) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
    completed timestamptz;
BEGIN
    PERFORM FROM tasks AS t WHERE t.tenant_id = tenant AND t.id = task FOR NO KEY UPDATE;
    IF NOT FOUND THEN
        RETURN;
    END IF;

    UPDATE tasks AS t
    -- Completed stays completed: only the event that made it true sets the time.
    SET completed_at = CASE WHEN a.complete THEN app_now() ELSE 'infinity' END
    FROM (
        SELECT coalesce(bool_and(completed_at < 'infinity'), false) AS complete
        FROM assignments
        WHERE tenant_id = tenant AND task_id = task
    ) AS a
    WHERE t.tenant_id = tenant AND t.id = task AND (t.completed_at < 'infinity') <> a.complete
    RETURNING t.completed_at INTO completed;
    IF FOUND THEN
        UPDATE task_teachers AS m SET completed_at = completed WHERE m.tenant_id = tenant AND m.task_id = task;
    END IF;
END
$$;
GRANT EXECUTE ON FUNCTION refresh_task(uuid, uuid) TO davenport_app;

-- An assignment begins with what its task says, and is completed while it is done, excused or closed.
CREATE FUNCTION assignment_settles() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        SELECT t.opens_at, t.due_at, t.locks_at, t.closed OR t.host_id IS NULL
        INTO NEW.opens_at, NEW.task_due_at, NEW.task_locks_at, NEW.task_closed
        FROM tasks AS t WHERE t.tenant_id = NEW.tenant_id AND t.id = NEW.task_id FOR NO KEY UPDATE;
    END IF;
    NEW.completed_at := CASE
        WHEN NOT (NEW.state IN ('done', 'excused') OR NEW.task_closed OR NEW.removed) THEN 'infinity'
        WHEN TG_OP = 'UPDATE' AND OLD.completed_at < 'infinity' THEN OLD.completed_at
        ELSE app_now()
    END;
    RETURN NEW;
END
$$;
CREATE TRIGGER assignment_begins BEFORE INSERT ON assignments
    FOR EACH ROW EXECUTE FUNCTION assignment_settles();
CREATE TRIGGER assignment_settles BEFORE UPDATE ON assignments
    FOR EACH ROW
    WHEN (OLD.state <> NEW.state OR OLD.task_closed <> NEW.task_closed OR OLD.removed <> NEW.removed)
    EXECUTE FUNCTION assignment_settles();

CREATE FUNCTION assignment_settled() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM refresh_task(NEW.tenant_id, NEW.task_id);
    RETURN NULL;
END
$$;
CREATE TRIGGER assignment_settled AFTER UPDATE ON assignments
    FOR EACH ROW WHEN ((OLD.completed_at = 'infinity') <> (NEW.completed_at = 'infinity')) EXECUTE FUNCTION assignment_settled();

-- Every teacher of the task may read what comes.
CREATE FUNCTION assignments_made() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO assignment_readers (tenant_id, assignment_id, user_id, task_id)
    SELECT m.tenant_id, m.id, t.user_id, m.task_id
    FROM made AS m
    JOIN task_teachers AS t ON t.tenant_id = m.tenant_id AND t.task_id = m.task_id;
    PERFORM refresh_task(m.tenant_id, m.task_id)
    FROM (SELECT DISTINCT tenant_id, task_id FROM made ORDER BY tenant_id, task_id) AS m;
    RETURN NULL;
END
$$;
CREATE TRIGGER assignments_made AFTER INSERT ON assignments
    REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION assignments_made();

CREATE FUNCTION assignments_withdrawn() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM refresh_task(w.tenant_id, w.task_id)
    FROM (SELECT DISTINCT tenant_id, task_id FROM withdrawn ORDER BY tenant_id, task_id) AS w;
    RETURN NULL;
END
$$;
CREATE TRIGGER assignments_withdrawn AFTER DELETE ON assignments
    REFERENCING OLD TABLE AS withdrawn FOR EACH STATEMENT EXECUTE FUNCTION assignments_withdrawn();

-- Times and closing hold for every assignment. Where another host teaches a student whom the one before had removed, the student is back.
CREATE FUNCTION task_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE assignments AS a
    SET opens_at = NEW.opens_at, task_due_at = NEW.due_at, task_locks_at = NEW.locks_at,
        task_closed = NEW.closed OR NEW.host_id IS NULL,
        removed = a.removed AND NOT (NEW.host_id IS DISTINCT FROM OLD.host_id AND EXISTS (
            SELECT FROM students AS s
            WHERE s.tenant_id = a.tenant_id AND s.teacher_id = NEW.host_id AND s.student_id = a.student_id))
    WHERE a.tenant_id = NEW.tenant_id AND a.task_id = NEW.id;
    RETURN NULL;
END
$$;
CREATE TRIGGER task_changed AFTER UPDATE ON tasks
    FOR EACH ROW
    WHEN ((OLD.opens_at, OLD.due_at, OLD.locks_at, OLD.closed, OLD.host_id)
        IS DISTINCT FROM (NEW.opens_at, NEW.due_at, NEW.locks_at, NEW.closed, NEW.host_id))
    EXECUTE FUNCTION task_changed();

-- Who joins the teachers has read everything.
CREATE FUNCTION teacher_joins() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    SELECT t.completed_at INTO NEW.completed_at
    FROM tasks AS t WHERE t.tenant_id = NEW.tenant_id AND t.id = NEW.task_id FOR NO KEY UPDATE;
    RETURN NEW;
END
$$;
CREATE TRIGGER teacher_joins BEFORE INSERT ON task_teachers
    FOR EACH ROW EXECUTE FUNCTION teacher_joins();

CREATE FUNCTION teacher_joined() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO assignment_readers (tenant_id, assignment_id, user_id, task_id, read_number)
    SELECT a.tenant_id, a.id, NEW.user_id, a.task_id, a.last_number
    FROM assignments AS a
    WHERE a.tenant_id = NEW.tenant_id AND a.task_id = NEW.task_id;
    RETURN NULL;
END
$$;
CREATE TRIGGER teacher_joined AFTER INSERT ON task_teachers
    FOR EACH ROW EXECUTE FUNCTION teacher_joined();

-- The host's place goes to the longest-standing; where nobody is left, to nobody. Where the whole task went, there is no row to change.
CREATE FUNCTION teacher_left() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE tasks AS t
    SET host_id = (
        SELECT m.user_id FROM task_teachers AS m
        WHERE m.tenant_id = t.tenant_id AND m.task_id = t.id
        ORDER BY m.since, m.user_id LIMIT 1)
    WHERE t.tenant_id = OLD.tenant_id AND t.id = OLD.task_id AND t.host_id = OLD.user_id;
    RETURN NULL;
END
$$;
CREATE TRIGGER teacher_left AFTER DELETE ON task_teachers
    FOR EACH ROW EXECUTE FUNCTION teacher_left();
