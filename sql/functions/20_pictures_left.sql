-- Deletes those of some pictures that no comment has any more and no report keeps as evidence. `pictures` is the former value of a column
-- `pictures`.
CREATE OR REPLACE FUNCTION pictures_left(tenant uuid, pictures jsonb) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM files AS f
    WHERE f.tenant_id = tenant AND f.kind = 'picture' AND f.position IS NOT NULL
        AND f.id IN (SELECT (p ->> 'id')::uuid FROM jsonb_array_elements(pictures) AS p)
        AND NOT EXISTS (
            SELECT FROM comments AS c
            WHERE c.tenant_id = tenant AND c.id = f.comment_id AND c.pictures @> jsonb_build_array(jsonb_build_object('id', f.id)))
        AND NOT EXISTS (
            SELECT FROM report_evidence AS e
            WHERE e.tenant_id = tenant AND e.pictures IS NOT NULL AND e.pictures @> jsonb_build_array(jsonb_build_object('id', f.id)));
END
$$;
REVOKE ALL ON FUNCTION pictures_left(uuid,jsonb) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION pictures_left(uuid,jsonb) TO davenport_app;

-- The trigger of comments and of evidence: the pictures that a row has no more are deleted, unless something else needs them.
CREATE OR REPLACE FUNCTION release_pictures() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pictures_left(OLD.tenant_id, OLD.pictures);
    RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION release_pictures() FROM PUBLIC;

CREATE OR REPLACE TRIGGER comment_pictures_changed AFTER UPDATE OF pictures ON comments
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
