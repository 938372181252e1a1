-- What is told of assignments: what the outbox has to know for it, and what the push worker may read. It reads of entries no text, and
-- of no evaluation anything.

-- Of what is told ahead of a time: that time. It is told once, however often the time is moved away and back.
ALTER TABLE notifications
    ADD COLUMN event_at timestamptz,
    ADD CONSTRAINT notifications_event_check CHECK (event_at IS NULL OR about_id IS NOT NULL);
CREATE UNIQUE INDEX notifications_event ON notifications (tenant_id, about_id, recipient_id, kind, event_at) WHERE event_at IS NOT NULL;

-- An assignment that is gone takes with it what would be told of it, and what was.
CREATE FUNCTION assignments_untold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM notifications AS n USING withdrawn AS w
    WHERE n.tenant_id = w.tenant_id AND n.about_id = w.id AND n.kind LIKE 'task.%';
    RETURN NULL;
END
$$;
CREATE TRIGGER assignments_untold AFTER DELETE ON assignments
    REFERENCING OLD TABLE AS withdrawn FOR EACH STATEMENT EXECUTE FUNCTION assignments_untold();

-- What an assignment wants of its student, and what of a teacher of its task: for their lists and for the number on their app's icon.
CREATE FUNCTION student_attention(state text, closed boolean, unread integer) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT CASE
        WHEN NOT closed AND state IN ('todo', 'inProgress', 'returned') THEN 'work'
        WHEN unread > 0 THEN 'read'
        WHEN NOT closed AND state = 'submitted' THEN 'wait'
        ELSE 'none'
    END
$$;
CREATE FUNCTION teacher_attention(state text, closed boolean, unread integer) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT CASE
        WHEN NOT closed AND state = 'submitted' THEN 'review'
        WHEN unread > 0 THEN 'read'
        ELSE 'none'
    END
$$;
GRANT EXECUTE ON FUNCTION student_attention(text, boolean, integer), teacher_attention(text, boolean, integer)
    TO davenport_app, davenport_push;

GRANT SELECT (features) ON tenants TO davenport_push;
GRANT SELECT (role) ON users TO davenport_push;
GRANT SELECT (id, state, attempt, read_number, unread_count, due_at, closed, completed_at) ON assignments TO davenport_push;
CREATE POLICY push ON assignment_readers FOR SELECT TO davenport_push USING (true);
GRANT SELECT ON assignment_readers TO davenport_push;
CREATE POLICY push ON tasks FOR SELECT TO davenport_push USING (true);
GRANT SELECT (tenant_id, id, title) ON tasks TO davenport_push;
CREATE POLICY push ON entries FOR SELECT TO davenport_push USING (true);
GRANT SELECT (tenant_id, assignment_id, number, action, attempt, author_id, deleted_at) ON entries TO davenport_push;
