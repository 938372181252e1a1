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
