-- Derives the reactions of comments after some were added or taken back, once for each statement. The rooms are locked by
-- then.
CREATE OR REPLACE FUNCTION reactions_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE comments AS c
    SET reaction_emojis = r.emojis, reaction_user_ids = r.user_ids
    FROM (
        SELECT t.tenant_id, t.comment_id,
            array_agg(x.emoji ORDER BY x.number) FILTER (WHERE x.number IS NOT NULL) AS emojis,
            array_agg(x.user_id ORDER BY x.number) FILTER (WHERE x.number IS NOT NULL) AS user_ids
        FROM (SELECT DISTINCT tenant_id, comment_id FROM touched) AS t
        LEFT JOIN reactions AS x ON x.tenant_id = t.tenant_id AND x.comment_id = t.comment_id
        GROUP BY t.tenant_id, t.comment_id
    ) AS r
    WHERE c.tenant_id = r.tenant_id AND c.id = r.comment_id;
    RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION reactions_changed() FROM PUBLIC;

CREATE OR REPLACE TRIGGER reactions_added AFTER INSERT ON reactions
    REFERENCING NEW TABLE AS touched FOR EACH STATEMENT
    WHEN (current_setting('app.importing', true) IS DISTINCT FROM 'on')
    EXECUTE FUNCTION reactions_changed();

CREATE OR REPLACE TRIGGER reactions_removed AFTER DELETE ON reactions
    REFERENCING OLD TABLE AS touched FOR EACH STATEMENT
    WHEN (current_setting('app.importing', true) IS DISTINCT FROM 'on')
    EXECUTE FUNCTION reactions_changed();
