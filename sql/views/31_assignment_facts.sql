-- An assignment with its task and what follows from the current time: late, missing, which deadlines have passed, archived.
--
-- The views above this one decide who may see it.
CREATE VIEW assignment_facts WITH (security_invoker = true) AS
SELECT
    a.tenant_id,
    a.id AS assignment_id,
    a.task_id,
    a.student_id,
    a.state,
    a.closed,
    a.attempt,
    a.version,
    a.opens_at,
    a.due_at,
    a.locks_at,
    a.extended_to,
    a.first_submitted_at,
    a.submitted_at,
    a.submitted_number,
    a.opened_at,
    a.evaluation_number,
    a.evaluation_points,
    a.evaluation_word,
    a.student_entry_count,
    a.read_number AS student_read_number,
    a.unread_count AS student_unread_count,
    a.last_number,
    a.last_activity_at,
    a.completed_at AS completion,
    nullif(a.completed_at, 'infinity') AS completed_at,
    -- Null for an assignment that isn't completed.
    nullif(a.completed_at, 'infinity') + archive_delay() AS archives_at,
    -- `completed_at` is compared without an expression around it, so that "archived" and "NOT archived" are ranges of its
    -- index.
    a.completed_at <= (SELECT app_now() - archive_delay()) AS archived,
    a.state <> 'excused' AND coalesce(passed(a.due_at, a.first_submitted_at), false) AS late,
    NOT a.closed AND a.state IN ('todo', 'inProgress') AND coalesce(passed(a.due_at, (SELECT app_now())), false) AS missing,
    coalesce(passed(a.locks_at, (SELECT app_now())), false) AS past_lock,
    coalesce(passed(a.due_at, (SELECT app_now())), false) AS past_due,
    t.own,
    t.title,
    t.title_key,
    t.description,
    t.priority,
    array_position(ARRAY['high', 'medium', 'low', 'none'], t.priority) AS priority_rank,
    t.tags,
    t.tag_keys,
    t.max_points,
    t.due_at AS task_due_at,
    t.locks_at AS task_locks_at,
    -- The host comes first, then the others by time of joining.
    array_remove(ARRAY[t.host_id], NULL) || array_remove(t.teacher_ids, t.host_id) AS teacher_ids,
    e.id AS evaluation_id,
    e.attempt AS evaluation_attempt,
    e.text AS evaluation_text,
    e.created_at AS evaluation_at,
    e.author_id AS evaluation_author_id,
    -- A stamp for the sync feed.
    a.joined_xid AS student_joined_xid
FROM assignments AS a
-- LEFT JOINs to at most one row each, so that PostgreSQL drops a join whose columns a query doesn't use. Every assignment
-- has a task.
LEFT JOIN tasks AS t ON t.tenant_id = a.tenant_id AND t.id = a.task_id
LEFT JOIN entries AS e ON e.tenant_id = a.tenant_id AND e.assignment_id = a.id AND e.number = a.evaluation_number;

GRANT SELECT ON assignment_facts TO davenport_app;
