-- Records assignments that teachers no longer see. Records are removed after 90 days, when every sync cursor from before
-- has expired.
CREATE OR REPLACE FUNCTION readers_left() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM former_assignments AS f
    USING (SELECT DISTINCT tenant_id, user_id FROM departed) AS d
    WHERE f.tenant_id = d.tenant_id AND f.user_id = d.user_id AND f.left_at < app_now() - interval '90 days';
    INSERT INTO former_assignments (tenant_id, user_id, assignment_id)
    SELECT d.tenant_id, d.user_id, d.assignment_id FROM departed AS d
    -- A teacher may leave, come back and leave again.
    ON CONFLICT (tenant_id, user_id, assignment_id) DO UPDATE SET left_at = excluded.left_at, left_xid = excluded.left_xid;
    RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION readers_left() FROM PUBLIC;

CREATE OR REPLACE TRIGGER readers_left AFTER DELETE ON assignment_readers
    REFERENCING OLD TABLE AS departed
    FOR EACH STATEMENT
    WHEN (current_setting('app.importing', true) IS DISTINCT FROM 'on')
    EXECUTE FUNCTION readers_left();
