-- Deletes those of some pictures that no comment has any more. Those that a report keeps as evidence stay under a new id and without their
-- uploader, who would otherwise learn of the report: by their own export, or when they upload a picture with the former id again.
-- `pictures` is the former value of a column `pictures`.
CREATE OR REPLACE FUNCTION pictures_left(tenant uuid, pictures jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    file record;
    named jsonb;
    new_id uuid;
BEGIN
    FOR file IN
        SELECT f.id, f.uploader_id FROM files AS f
        WHERE f.tenant_id = tenant AND f.kind = 'picture' AND f.position IS NOT NULL
            AND f.id IN (SELECT (p ->> 'id')::uuid FROM jsonb_array_elements(pictures) AS p)
            AND NOT EXISTS (
                SELECT FROM comments AS c
                WHERE c.tenant_id = tenant AND c.id = f.comment_id AND c.pictures @> jsonb_build_array(jsonb_build_object('id', f.id)))
        ORDER BY f.id
    LOOP
        named := jsonb_build_array(jsonb_build_object('id', file.id));
        IF NOT EXISTS (SELECT FROM report_evidence AS e WHERE e.tenant_id = tenant AND e.pictures IS NOT NULL AND e.pictures @> named) THEN
            DELETE FROM files AS f WHERE f.tenant_id = tenant AND f.id = file.id;
        ELSIF file.uploader_id IS NOT NULL THEN
            new_id := gen_random_uuid();
            UPDATE files AS f SET id = new_id, uploader_id = NULL WHERE f.tenant_id = tenant AND f.id = file.id;
            UPDATE report_evidence AS e
            SET pictures = (
                SELECT jsonb_agg(
                    CASE WHEN p.picture @> (named -> 0) THEN p.picture || jsonb_build_object('id', new_id) ELSE p.picture END ORDER BY p.place)
                FROM jsonb_array_elements(e.pictures) WITH ORDINALITY AS p (picture, place))
            WHERE e.tenant_id = tenant AND e.pictures IS NOT NULL AND e.pictures @> named;
        END IF;
    END LOOP;
END
$$;
REVOKE ALL ON FUNCTION pictures_left(uuid,jsonb) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION pictures_left(uuid,jsonb) TO davenport_app;
