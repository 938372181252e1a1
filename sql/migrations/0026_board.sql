-- What the planner has to know to read a task's assignments, and a teacher's markers in them, together: a task implies the community, and
-- nearly who teaches it. Unless it knows, it takes them to be next to none, and looks up each by itself.
CREATE STATISTICS assignment_readers_task (dependencies) ON tenant_id, user_id, task_id FROM assignment_readers;
