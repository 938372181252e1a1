-- The trigger of comments and of evidence: the pictures that a row has no more are deleted, unless something else needs them.
CREATE OR REPLACE FUNCTION release_pictures() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pictures_left(OLD.tenant_id, OLD.pictures);
    RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION release_pictures() FROM PUBLIC;

CREATE OR REPLACE TRIGGER comment_pictures_changed AFTER UPDATE ON comments
    FOR EACH ROW
    WHEN (current_setting('app.importing', true) IS DISTINCT FROM 'on'
        AND OLD.pictures IS NOT NULL AND OLD.pictures IS DISTINCT FROM NEW.pictures)
    EXECUTE FUNCTION release_pictures();
CREATE OR REPLACE TRIGGER comment_pictures_gone AFTER DELETE ON comments
    FOR EACH ROW
    WHEN (current_setting('app.importing', true) IS DISTINCT FROM 'on' AND OLD.pictures IS NOT NULL)
    EXECUTE FUNCTION release_pictures();
CREATE OR REPLACE TRIGGER evidence_pictures_erased AFTER UPDATE OF pictures ON report_evidence
    FOR EACH ROW
    WHEN (current_setting('app.importing', true) IS DISTINCT FROM 'on'
        AND OLD.pictures IS NOT NULL AND OLD.pictures IS DISTINCT FROM NEW.pictures)
    EXECUTE FUNCTION release_pictures();
CREATE OR REPLACE TRIGGER evidence_pictures_gone AFTER DELETE ON report_evidence
    FOR EACH ROW
    WHEN (current_setting('app.importing', true) IS DISTINCT FROM 'on' AND OLD.pictures IS NOT NULL)
    EXECUTE FUNCTION release_pictures();
