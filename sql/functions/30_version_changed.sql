-- Stamps the teachers' rows after a change of the draft, which raises the version without an entry. Students don't see
-- drafts.
CREATE OR REPLACE FUNCTION version_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE assignment_readers AS r
    SET changed_xid = pg_current_xact_id(), archive_xid = CASE WHEN r.archive_xid IS NOT NULL THEN pg_current_xact_id() END
    WHERE r.tenant_id = NEW.tenant_id AND r.assignment_id = NEW.id;
    RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION version_changed() FROM PUBLIC;

CREATE OR REPLACE TRIGGER version_changed AFTER UPDATE ON assignments
    FOR EACH ROW
    WHEN (current_setting('app.importing', true) IS DISTINCT FROM 'on' AND OLD.version <> NEW.version
        AND OLD.changed_xid <> pg_current_xact_id())
    EXECUTE FUNCTION version_changed();
