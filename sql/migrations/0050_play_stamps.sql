-- When challenges and plays last changed, as stamps (0047): by them the feed of changes tells people what they have not been told yet.

-- Of a daily challenge nothing ever changes; of an own one what does is on the rows of those in it.
ALTER TABLE challenges ADD COLUMN made_xid xid8 NOT NULL DEFAULT pg_current_xact_id();
CREATE INDEX challenges_made ON challenges (tenant_id, made_xid) WHERE kind = 'daily';

ALTER TABLE challenge_players ADD COLUMN changed_xid xid8 NOT NULL DEFAULT pg_current_xact_id();
CREATE INDEX challenge_players_changed ON challenge_players (tenant_id, user_id, changed_xid);
GRANT UPDATE (changed_xid) ON challenge_players TO davenport_app;

CREATE FUNCTION player_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.changed_xid := pg_current_xact_id();
    RETURN NEW;
END
$$;
REVOKE ALL ON FUNCTION player_changed() FROM PUBLIC;
CREATE TRIGGER player_changed BEFORE UPDATE ON challenge_players
    FOR EACH ROW WHEN (current_setting('app.importing', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION player_changed();

-- Whose account is gone, their challenges are told without them.
CREATE FUNCTION challenge_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE challenge_players AS i SET changed_xid = i.changed_xid WHERE i.tenant_id = NEW.tenant_id AND i.challenge_id = NEW.id;
    RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION challenge_changed() FROM PUBLIC;
CREATE TRIGGER challenge_changed AFTER UPDATE ON challenges
    FOR EACH ROW
    WHEN (current_setting('app.importing', true) IS DISTINCT FROM 'on' AND OLD.maker_id IS DISTINCT FROM NEW.maker_id)
    EXECUTE FUNCTION challenge_changed();

-- Somebody's plays by their stamp, in the place of an index of theirs in no order: so a play that is saved is in as many as before.
ALTER TABLE plays ADD COLUMN changed_xid xid8 NOT NULL DEFAULT pg_current_xact_id();
DROP INDEX plays_user;
CREATE INDEX plays_user ON plays (tenant_id, user_id, changed_xid) INCLUDE (challenge_id);

CREATE FUNCTION play_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.changed_xid := pg_current_xact_id();
    RETURN NEW;
END
$$;
REVOKE ALL ON FUNCTION play_changed() FROM PUBLIC;
CREATE TRIGGER play_changed BEFORE UPDATE ON plays
    FOR EACH ROW WHEN (current_setting('app.importing', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION play_changed();
