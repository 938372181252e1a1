-- Stamps the assignments of changed entries for the sync feed, once for each statement.
CREATE OR REPLACE FUNCTION entries_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM stamp_assignments(c.tenant_id, array_agg(DISTINCT c.assignment_id)) FROM changed AS c GROUP BY c.tenant_id;
    RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION entries_changed() FROM PUBLIC;

CREATE OR REPLACE TRIGGER entries_changed AFTER UPDATE ON entries
    REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT
    WHEN (current_setting('app.importing', true) IS DISTINCT FROM 'on')
    EXECUTE FUNCTION entries_changed();
