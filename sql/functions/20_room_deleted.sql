-- Keeps the id of a deleted room, and deletes the notifications about it.
CREATE OR REPLACE FUNCTION room_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO deleted_rooms (tenant_id, id) VALUES (OLD.tenant_id, OLD.id) ON CONFLICT DO NOTHING;
    DELETE FROM notifications AS n WHERE n.tenant_id = OLD.tenant_id AND n.about_id = OLD.id AND n.kind LIKE 'room.%';
    RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION room_deleted() FROM PUBLIC;

CREATE OR REPLACE TRIGGER room_deleted AFTER DELETE ON rooms
    FOR EACH ROW
    WHEN (current_setting('app.importing', true) IS DISTINCT FROM 'on')
    EXECUTE FUNCTION room_deleted();
