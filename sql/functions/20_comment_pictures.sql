-- Returns the pictures of a comment, as its column `pictures` has them: each with the facts of its file, and its alternative text. Ids
-- without a file are left out, and so are empty texts.
CREATE OR REPLACE FUNCTION comment_pictures(tenant uuid, ids uuid[], alternatives text[]) RETURNS jsonb
LANGUAGE sql STABLE AS $$
    SELECT jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
        'id', f.id, 'type', f.type, 'size', f.size, 'width', f.width, 'height', f.height, 'alternative', nullif(n.alternative, ''))) ORDER BY n.place)
    FROM unnest(ids, alternatives) WITH ORDINALITY AS n (id, alternative, place)
    JOIN files AS f ON f.tenant_id = tenant AND f.id = n.id AND f.kind = 'picture'
$$;
REVOKE ALL ON FUNCTION comment_pictures(uuid,uuid[],text[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION comment_pictures(uuid,uuid[],text[]) TO davenport_app;
