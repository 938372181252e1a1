-- Records assignments that students no longer have, unless they never saw them. Records are removed after 90 days, when
-- every sync cursor from before has expired.
CREATE OR REPLACE FUNCTION assignments_left() RETURNS trigger LANGUAGE plpgsql AS $$
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

CREATE OR REPLACE TRIGGER assignments_left AFTER DELETE ON assignments
    REFERENCING OLD TABLE AS withdrawn
    FOR EACH STATEMENT
    WHEN (current_setting('app.importing', true) IS DISTINCT FROM 'on')
    EXECUTE FUNCTION assignments_left();
