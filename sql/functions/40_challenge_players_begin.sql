-- Copies the challenge's start to a new player's row.
CREATE OR REPLACE FUNCTION challenge_players_begin() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    -- If there is no such challenge, the foreign key refuses the row.
    NEW.starts_at := coalesce(
        (SELECT c.starts_at FROM challenges AS c WHERE c.tenant_id = NEW.tenant_id AND c.id = NEW.challenge_id), 'infinity');
    RETURN NEW;
END
$$;
REVOKE ALL ON FUNCTION challenge_players_begin() FROM PUBLIC;

CREATE OR REPLACE TRIGGER challenge_players_begin BEFORE INSERT ON challenge_players
    FOR EACH ROW
    WHEN (current_setting('app.importing', true) IS DISTINCT FROM 'on')
    EXECUTE FUNCTION challenge_players_begin();
