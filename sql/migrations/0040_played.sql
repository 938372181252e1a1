-- What somebody has played: their history, days and words.

-- Daily challenges in the order of the history.
CREATE INDEX challenges_daily ON challenges (tenant_id, starts_at, id) WHERE kind = 'daily';
-- Which challenges somebody has played, without a look at their plays.
CREATE INDEX plays_counted ON plays (tenant_id, user_id) INCLUDE (challenge_id) WHERE counts;

-- The challenge's own, copied so that one index answers for one person.
ALTER TABLE challenge_players ADD COLUMN starts_at timestamptz NOT NULL DEFAULT 'infinity';
UPDATE challenge_players AS i SET starts_at = c.starts_at FROM challenges AS c WHERE c.tenant_id = i.tenant_id AND c.id = i.challenge_id;
CREATE INDEX challenge_players_history ON challenge_players (tenant_id, user_id, starts_at, challenge_id);
-- It does what this one did.
DROP INDEX challenge_players_user;

CREATE FUNCTION challenge_players_begin() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    -- Where there is no such challenge the foreign key says so.
    NEW.starts_at := coalesce(
        (SELECT c.starts_at FROM challenges AS c WHERE c.tenant_id = NEW.tenant_id AND c.id = NEW.challenge_id), 'infinity');
    RETURN NEW;
END
$$;
CREATE TRIGGER challenge_players_begin BEFORE INSERT ON challenge_players FOR EACH ROW EXECUTE FUNCTION challenge_players_begin();
