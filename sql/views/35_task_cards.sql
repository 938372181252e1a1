-- A task as one of its teachers, `user_id`, sees it, with the counts of its assignments.
CREATE VIEW task_cards WITH (security_invoker = true) AS
SELECT
    m.tenant_id,
    m.user_id,
    m.task_id,
    t.host_id,
    t.title,
    t.title_key,
    t.description,
    t.priority,
    t.tags,
    t.tag_keys,
    t.max_points,
    t.opens_at,
    t.due_at,
    t.locks_at,
    t.closed,
    -- The host comes first, then the others by time of joining.
    array_remove(ARRAY[t.host_id], NULL) || array_remove(t.teacher_ids, t.host_id) AS teacher_ids,
    ARRAY(
        SELECT o.since FROM task_teachers AS o
        WHERE o.tenant_id = app_tenant() AND o.task_id = m.task_id
        ORDER BY o.user_id <> t.host_id, o.since, o.user_id) AS teacher_since,
    t.created_at,
    t.edited_at,
    m.completed_at AS completion,
    nullif(m.completed_at, 'infinity') AS completed_at,
    -- Compared without an expression, as in assignment_facts.
    m.completed_at <= (SELECT app_now() - archive_delay()) AS archived,
    c.*
FROM task_teachers AS m
JOIN tasks AS t ON t.tenant_id = m.tenant_id AND t.id = m.task_id
CROSS JOIN LATERAL (
    SELECT
        count(*) FILTER (WHERE a.state = 'todo') AS todo_count,
        count(*) FILTER (WHERE a.state = 'inProgress') AS in_progress_count,
        count(*) FILTER (WHERE a.state = 'submitted') AS submitted_count,
        count(*) FILTER (WHERE a.state = 'returned') AS returned_count,
        count(*) FILTER (WHERE a.state = 'done') AS done_count,
        count(*) FILTER (WHERE a.state = 'excused') AS excused_count,
        count(*) FILTER (WHERE a.late) AS late_count,
        count(*) FILTER (WHERE a.missing) AS missing_count,
        coalesce(sum(r.unread_count), 0) AS unread_count
    FROM assignment_readers AS r
    JOIN assignment_facts AS a ON a.tenant_id = r.tenant_id AND a.task_id = r.task_id AND a.assignment_id = r.assignment_id
    WHERE r.tenant_id = app_tenant() AND r.user_id = m.user_id AND r.task_id = m.task_id
) AS c;

GRANT SELECT ON task_cards TO davenport_app;
