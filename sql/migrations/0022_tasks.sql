-- Who teaches whom, and what teachers set: tasks, with those who teach them. What is derived is kept true by 0023.

-- Which roles teach. Another function's answer would be another right: a test compares it with the program's.
CREATE FUNCTION teaches(role text) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT role IN ('teacher', 'admin', 'owner') $$;
GRANT EXECUTE ON FUNCTION teaches(text) TO davenport_app, davenport_push;

CREATE TABLE students (
    tenant_id uuid NOT NULL,
    teacher_id uuid NOT NULL,
    student_id uuid NOT NULL,
    since timestamptz NOT NULL DEFAULT app_now(),
    PRIMARY KEY (tenant_id, teacher_id, student_id),
    CHECK (teacher_id <> student_id),
    FOREIGN KEY (tenant_id, teacher_id) REFERENCES users ON DELETE CASCADE,
    FOREIGN KEY (tenant_id, student_id) REFERENCES users ON DELETE CASCADE
);
CREATE INDEX students_student ON students (tenant_id, student_id);

ALTER TABLE students ENABLE ROW LEVEL SECURITY;
ALTER TABLE students FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON students TO davenport_app
    USING (tenant_id = (SELECT nullif(current_setting('app.tenant_id', true), '')::uuid));
GRANT SELECT, INSERT, DELETE ON students TO davenport_app;
-- The push worker calls people by their names to those alone who see them.
CREATE POLICY push ON students FOR SELECT TO davenport_push USING (true);
GRANT SELECT ON students TO davenport_push;

-- All times but those of rows are whole minutes: the API cuts them.
CREATE TABLE tasks (
    tenant_id uuid NOT NULL REFERENCES tenants,
    id uuid NOT NULL,
    -- Null once nobody teaches it any more: then it is closed for good.
    host_id uuid,
    title text NOT NULL,
    -- The folded title and tags, by which they are looked for.
    title_key text NOT NULL,
    description text,
    priority text NOT NULL CHECK (priority IN ('none', 'low', 'medium', 'high')),
    tags text[] NOT NULL,
    tag_keys text[] NOT NULL CHECK (cardinality(tag_keys) = cardinality(tags)),
    -- In hundredths.
    max_points integer CHECK (max_points > 0),
    opens_at timestamptz,
    due_at timestamptz,
    locks_at timestamptz,
    closed boolean NOT NULL DEFAULT false,
    -- Who made it and a digest of what they sent: by these a retry is told from another request with the same id.
    -- Not a foreign key, as it may outlive the account.
    created_by uuid NOT NULL,
    request_digest bytea NOT NULL,
    created_at timestamptz NOT NULL DEFAULT app_now(),
    edited_at timestamptz,
    -- Derived: since when every assignment is completed. One without assignments never is.
    completed_at timestamptz NOT NULL DEFAULT 'infinity',
    PRIMARY KEY (tenant_id, id),
    CHECK (opens_at < due_at),
    CHECK (opens_at < locks_at),
    CHECK (due_at <= locks_at)
) WITH (fillfactor = 85);

ALTER TABLE tasks ENABLE ROW LEVEL SECURITY;
ALTER TABLE tasks FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON tasks TO davenport_app
    USING (tenant_id = (SELECT nullif(current_setting('app.tenant_id', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON tasks TO davenport_app;

CREATE TABLE task_teachers (
    tenant_id uuid NOT NULL,
    task_id uuid NOT NULL,
    user_id uuid NOT NULL,
    since timestamptz NOT NULL DEFAULT app_now(),
    -- The task's own, copied so that one index answers for one person.
    completed_at timestamptz NOT NULL DEFAULT 'infinity',
    PRIMARY KEY (tenant_id, task_id, user_id),
    FOREIGN KEY (tenant_id, task_id) REFERENCES tasks ON DELETE CASCADE,
    FOREIGN KEY (tenant_id, user_id) REFERENCES users
) WITH (fillfactor = 85);
-- Somebody's active tasks, and their archive in its order. There is no plain (tenant_id, user_id): a generic plan that could use it would
-- walk the archive to find the few active ones.
CREATE INDEX task_teachers_completed ON task_teachers (tenant_id, user_id, completed_at) INCLUDE (task_id);
-- A user's id implies the tenant. Unless the planner knows, it takes a user's tasks to be next to none and walks them.
CREATE STATISTICS task_teachers_person (dependencies) ON tenant_id, user_id FROM task_teachers;

-- A task without its host among its teachers can't be committed.
ALTER TABLE tasks ADD CONSTRAINT tasks_host_teaches
    FOREIGN KEY (tenant_id, id, host_id) REFERENCES task_teachers (tenant_id, task_id, user_id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE task_teachers ENABLE ROW LEVEL SECURITY;
ALTER TABLE task_teachers FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON task_teachers TO davenport_app
    USING (tenant_id = (SELECT nullif(current_setting('app.tenant_id', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON task_teachers TO davenport_app;
CREATE POLICY push ON task_teachers FOR SELECT TO davenport_push USING (true);
GRANT SELECT ON task_teachers TO davenport_push;

-- The ids of tasks that are gone, so that a late retry of a creation doesn't bring one back.
CREATE TABLE deleted_tasks (
    tenant_id uuid NOT NULL REFERENCES tenants,
    id uuid NOT NULL,
    PRIMARY KEY (tenant_id, id)
);

ALTER TABLE deleted_tasks ENABLE ROW LEVEL SECURITY;
ALTER TABLE deleted_tasks FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON deleted_tasks TO davenport_app
    USING (tenant_id = (SELECT nullif(current_setting('app.tenant_id', true), '')::uuid));
GRANT SELECT, INSERT ON deleted_tasks TO davenport_app;

CREATE FUNCTION task_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO deleted_tasks (tenant_id, id) VALUES (OLD.tenant_id, OLD.id) ON CONFLICT DO NOTHING;
    RETURN NULL;
END
$$;
CREATE TRIGGER task_deleted AFTER DELETE ON tasks
    FOR EACH ROW EXECUTE FUNCTION task_deleted();
