-- Stamps the rooms of changed comments for the sync feed, once for each statement.
CREATE OR REPLACE FUNCTION comments_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE rooms AS r
    SET changed_xid = r.changed_xid
    FROM (SELECT DISTINCT tenant_id, room_id FROM changed) AS c
    WHERE r.tenant_id = c.tenant_id AND r.id = c.room_id AND r.changed_xid <> pg_current_xact_id();
    RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION comments_changed() FROM PUBLIC;

CREATE OR REPLACE TRIGGER comments_changed AFTER UPDATE ON comments
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT
    WHEN (current_setting('app.importing', true) IS DISTINCT FROM 'on')
    EXECUTE FUNCTION comments_changed();
