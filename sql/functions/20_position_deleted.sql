-- Stamps the membership of a deleted position for the sync feed, since the position's own stamp is gone. A membership that is
-- deleted too has no row any more.
CREATE OR REPLACE FUNCTION position_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE memberships AS m
    SET changed_xid = pg_current_xact_id()
    WHERE m.tenant_id = OLD.tenant_id AND m.room_id = OLD.room_id AND m.user_id = OLD.user_id
        AND m.changed_xid <> pg_current_xact_id();
    RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION position_deleted() FROM PUBLIC;

CREATE OR REPLACE TRIGGER position_deleted AFTER DELETE ON positions
    FOR EACH ROW
    WHEN (current_setting('app.importing', true) IS DISTINCT FROM 'on')
    EXECUTE FUNCTION position_deleted();
