-- Updates the rooms that got members, once for each statement.
CREATE OR REPLACE FUNCTION members_joined() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM refresh_room(j.tenant_id, j.room_id)
    FROM (SELECT DISTINCT tenant_id, room_id FROM joined ORDER BY tenant_id, room_id) AS j;
    RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION members_joined() FROM PUBLIC;

CREATE OR REPLACE TRIGGER members_joined AFTER INSERT ON memberships
    REFERENCING NEW TABLE AS joined FOR EACH STATEMENT
    WHEN (current_setting('app.importing', true) IS DISTINCT FROM 'on')
    EXECUTE FUNCTION members_joined();
