-- Stamps a changed player's row for the sync feed.
CREATE OR REPLACE FUNCTION player_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.changed_xid := pg_current_xact_id();
    RETURN NEW;
END
$$;
REVOKE ALL ON FUNCTION player_changed() FROM PUBLIC;

CREATE OR REPLACE TRIGGER player_changed BEFORE UPDATE ON challenge_players
    FOR EACH ROW
    WHEN (current_setting('app.importing', true) IS DISTINCT FROM 'on')
    EXECUTE FUNCTION player_changed();
