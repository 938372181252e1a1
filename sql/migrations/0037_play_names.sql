-- Which plays count, and for whom people have a name in play.

-- A struck play stays with its player alone: it is over, and counts nowhere any more.
ALTER TABLE plays
    ADD COLUMN struck_at timestamptz,
    -- Whether it is ranked, and counted in anything that is derived.
    ADD COLUMN counts boolean NOT NULL GENERATED ALWAYS AS (word_count > 0 AND struck_at IS NULL) STORED;
DROP INDEX plays_score, plays_best;
-- The results of a challenge in their two orders.
CREATE INDEX plays_score ON plays (tenant_id, challenge_id, (-score), reached_at, id) WHERE counts;
CREATE INDEX plays_best ON plays (tenant_id, challenge_id, (-best_score), best_reached_at, id) WHERE counts;

-- What people said about play; who said nothing has no row.
CREATE TABLE play_profiles (
    tenant_id uuid NOT NULL,
    user_id uuid NOT NULL,
    -- Who sees their name in lists: everyone, or their friends.
    named_to text NOT NULL DEFAULT 'everyone' CHECK (named_to IN ('everyone', 'friends')),
    PRIMARY KEY (tenant_id, user_id),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users
);

ALTER TABLE play_profiles ENABLE ROW LEVEL SECURITY;
ALTER TABLE play_profiles FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON play_profiles TO davenport_app
    USING (tenant_id = (SELECT nullif(current_setting('app.tenant_id', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON play_profiles TO davenport_app;
