-- Ends requests to join a room if one of two people asks, the other is a member, and one blocks the other.
CREATE OR REPLACE FUNCTION block_ends_requests() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM room_requests AS q
    USING rooms AS r
    WHERE q.tenant_id = NEW.tenant_id AND q.user_id IN (NEW.blocker_id, NEW.blocked_id)
        AND r.tenant_id = NEW.tenant_id AND r.id = q.room_id
        AND CASE q.user_id WHEN NEW.blocker_id THEN NEW.blocked_id ELSE NEW.blocker_id END = ANY (r.member_ids);
    RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION block_ends_requests() FROM PUBLIC;

CREATE OR REPLACE TRIGGER block_ends_requests AFTER INSERT ON blocks
    FOR EACH ROW
    WHEN (current_setting('app.importing', true) IS DISTINCT FROM 'on')
    EXECUTE FUNCTION block_ends_requests();
