-- Deletes the notifications about deleted assignments, both pending and sent ones.
CREATE OR REPLACE FUNCTION delete_assignment_notifications() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM notifications AS n USING withdrawn AS w
    WHERE n.tenant_id = w.tenant_id AND n.about_id = w.id AND n.kind LIKE 'task.%';
    RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION delete_assignment_notifications() FROM PUBLIC;

CREATE OR REPLACE TRIGGER delete_assignment_notifications AFTER DELETE ON assignments
    REFERENCING OLD TABLE AS withdrawn FOR EACH STATEMENT
    WHEN (current_setting('app.importing', true) IS DISTINCT FROM 'on')
    EXECUTE FUNCTION delete_assignment_notifications();
