-- Stamps the players' rows when a challenge loses its maker, whose account was deleted.
CREATE OR REPLACE FUNCTION challenge_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE challenge_players AS i SET changed_xid = i.changed_xid WHERE i.tenant_id = NEW.tenant_id AND i.challenge_id = NEW.id;
    RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION challenge_changed() FROM PUBLIC;

CREATE OR REPLACE TRIGGER challenge_changed AFTER UPDATE ON challenges
    FOR EACH ROW
    WHEN (current_setting('app.importing', true) IS DISTINCT FROM 'on' AND OLD.maker_id IS DISTINCT FROM NEW.maker_id)
    EXECUTE FUNCTION challenge_changed();
