-- Names six triggers, and the functions of five of them, by what they do.
-- Contracts: no server calls these functions by name; only their own triggers do.
ALTER FUNCTION task_told() RENAME TO stamp_assignments_of_task;
ALTER TRIGGER task_told ON tasks RENAME TO stamp_assignments_of_task;
ALTER FUNCTION teachers_told() RENAME TO stamp_assignments_of_teachers;
ALTER TRIGGER teachers_told ON task_teachers RENAME TO stamp_assignments_of_teachers;
ALTER FUNCTION assignments_untold() RENAME TO delete_assignment_notifications;
ALTER TRIGGER assignments_untold ON assignments RENAME TO delete_assignment_notifications;
ALTER FUNCTION finished_member_comes_in() RENAME TO stamp_imported_member;
ALTER TRIGGER finished_member_comes_in ON memberships RENAME TO stamp_imported_member;
ALTER FUNCTION finished_assignment_comes_in() RENAME TO stamp_imported_assignment;
ALTER TRIGGER finished_assignment_comes_in ON assignments RENAME TO stamp_imported_assignment;
ALTER TRIGGER finished_reader_comes_in ON assignment_readers RENAME TO stamp_imported_reader;
