-- Challenges of people's own: who made them, the code that lets others in, and who is in them.

ALTER TABLE challenges
    DROP CONSTRAINT challenges_kind_check,
    ADD CONSTRAINT challenges_kind_check CHECK (kind IN ('daily', 'own')),
    -- Of a daily one alone.
    ALTER COLUMN day DROP NOT NULL,
    -- Of an own one; null once their account is gone.
    ADD COLUMN maker_id uuid,
    -- Lets people into an own one. It stands here as it is, where an invite's code is a hash: everybody in the challenge is shown it, as
    -- often as they look, to pass it on. It opens nothing but one puzzle, to people of the tenant.
    ADD COLUMN code text COLLATE "C" CHECK (code ~ '^[0-9A-HJKMNP-TV-Z]{8}$'),
    -- Of the request that made it, where its maker chose the id; empty otherwise, and once their account is gone.
    ADD COLUMN request_digest bytea NOT NULL DEFAULT '',
    ADD CONSTRAINT challenges_code_unique UNIQUE (tenant_id, code),
    ADD CONSTRAINT challenges_day_check CHECK ((kind = 'daily') = (day IS NOT NULL)),
    ADD CONSTRAINT challenges_own_check CHECK (
        (kind = 'own') = (code IS NOT NULL) AND (kind = 'own' OR maker_id IS NULL AND request_digest = '')),
    ADD CONSTRAINT challenges_maker_fkey FOREIGN KEY (tenant_id, maker_id) REFERENCES users;
CREATE INDEX challenges_maker ON challenges (tenant_id, maker_id) WHERE maker_id IS NOT NULL;
-- Letters and times are never changed; a row is locked before somebody is brought in.
GRANT UPDATE (maker_id, request_digest), DELETE ON challenges TO davenport_app;

-- Who is in an own challenge, its maker too. Nobody leaves but with their account.
CREATE TABLE challenge_players (
    tenant_id uuid NOT NULL,
    challenge_id uuid NOT NULL,
    user_id uuid NOT NULL,
    joined_at timestamptz NOT NULL DEFAULT app_now(),
    PRIMARY KEY (tenant_id, challenge_id, user_id),
    FOREIGN KEY (tenant_id, challenge_id) REFERENCES challenges ON DELETE CASCADE,
    FOREIGN KEY (tenant_id, user_id) REFERENCES users
);
CREATE INDEX challenge_players_user ON challenge_players (tenant_id, user_id, challenge_id);

ALTER TABLE challenge_players ENABLE ROW LEVEL SECURITY;
ALTER TABLE challenge_players FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON challenge_players TO davenport_app
    USING (tenant_id = (SELECT nullif(current_setting('app.tenant_id', true), '')::uuid));
GRANT SELECT, INSERT, DELETE ON challenge_players TO davenport_app;

-- The ids of own challenges that are gone. Letters follow from the id, so that one who made it again would know them before they start.
CREATE TABLE deleted_challenges (
    tenant_id uuid NOT NULL REFERENCES tenants,
    id uuid NOT NULL,
    PRIMARY KEY (tenant_id, id)
);

ALTER TABLE deleted_challenges ENABLE ROW LEVEL SECURITY;
ALTER TABLE deleted_challenges FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON deleted_challenges TO davenport_app
    USING (tenant_id = (SELECT nullif(current_setting('app.tenant_id', true), '')::uuid));
GRANT SELECT, INSERT ON deleted_challenges TO davenport_app;

-- A challenge that is gone takes with it what would be told of it, and what was.
CREATE FUNCTION challenges_gone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO deleted_challenges (tenant_id, id) SELECT g.tenant_id, g.id FROM gone AS g WHERE g.kind = 'own' ON CONFLICT DO NOTHING;
    DELETE FROM notifications AS n USING gone AS g
    WHERE n.tenant_id = g.tenant_id AND n.about_id = g.id AND n.kind LIKE 'challenge.%';
    RETURN NULL;
END
$$;
CREATE TRIGGER challenges_gone AFTER DELETE ON challenges
    REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION challenges_gone();

-- What the push worker may know: who is in what, who has finished, and who wants no name; no letter, no code, no move and no word.
CREATE POLICY push ON challenges FOR SELECT TO davenport_push USING (true);
GRANT SELECT (tenant_id, id, kind, maker_id, ends_at) ON challenges TO davenport_push;
CREATE POLICY push ON challenge_players FOR SELECT TO davenport_push USING (true);
GRANT SELECT ON challenge_players TO davenport_push;
CREATE POLICY push ON plays FOR SELECT TO davenport_push USING (true);
GRANT SELECT (tenant_id, challenge_id, user_id, finished_at, struck_at) ON plays TO davenport_push;
CREATE POLICY push ON play_profiles FOR SELECT TO davenport_push USING (true);
GRANT SELECT ON play_profiles TO davenport_push;
