-- What people play: one play of a challenge each, with its moves and words.

-- How long after its end a play still takes moves: for the network, no move may be made in it. A test compares it with the program's.
CREATE FUNCTION play_grace() RETURNS interval LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT interval '15 seconds' $$;
GRANT EXECUTE ON FUNCTION play_grace() TO davenport_app;

CREATE TABLE plays (
    tenant_id uuid NOT NULL,
    id uuid NOT NULL,
    challenge_id uuid NOT NULL,
    user_id uuid NOT NULL,
    -- Whole milliseconds, which moves count from.
    started_at timestamptz NOT NULL,
    ends_at timestamptz NOT NULL,
    finished_at timestamptz,
    -- As they are on the wire, words with what they scored.
    moves jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(moves) = 'array'),
    -- Over the words. When the server first had that score says who of equals comes first.
    score integer NOT NULL DEFAULT 0,
    reached_at timestamptz,
    word_count integer NOT NULL DEFAULT 0,
    -- The word that scored most, the first of equals, and when the server had it.
    best_word text,
    best_score integer,
    best_reached_at timestamptz,
    PRIMARY KEY (tenant_id, id),
    CONSTRAINT plays_person_unique UNIQUE (tenant_id, challenge_id, user_id),
    CHECK (started_at < ends_at),
    CHECK ((word_count > 0) = (num_nulls(reached_at, best_word, best_score, best_reached_at) = 0)),
    FOREIGN KEY (tenant_id, challenge_id) REFERENCES challenges ON DELETE CASCADE,
    FOREIGN KEY (tenant_id, user_id) REFERENCES users
) WITH (fillfactor = 85);
-- The results of a challenge in their two orders.
CREATE INDEX plays_score ON plays (tenant_id, challenge_id, (-score), reached_at, id) WHERE word_count > 0;
CREATE INDEX plays_best ON plays (tenant_id, challenge_id, (-best_score), best_reached_at, id) WHERE word_count > 0;
CREATE INDEX plays_user ON plays (tenant_id, user_id) INCLUDE (challenge_id);

ALTER TABLE plays ENABLE ROW LEVEL SECURITY;
ALTER TABLE plays FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON plays TO davenport_app
    USING (tenant_id = (SELECT nullif(current_setting('app.tenant_id', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON plays TO davenport_app;

CREATE TABLE played_words (
    tenant_id uuid NOT NULL,
    play_id uuid NOT NULL,
    -- Of the move in the play.
    number integer NOT NULL,
    word text NOT NULL,
    score integer NOT NULL,
    played_at timestamptz NOT NULL DEFAULT app_now(),
    PRIMARY KEY (tenant_id, play_id, number),
    CONSTRAINT played_words_once UNIQUE (tenant_id, play_id, word),
    FOREIGN KEY (tenant_id, play_id) REFERENCES plays ON DELETE CASCADE
);

ALTER TABLE played_words ENABLE ROW LEVEL SECURITY;
ALTER TABLE played_words FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON played_words TO davenport_app
    USING (tenant_id = (SELECT nullif(current_setting('app.tenant_id', true), '')::uuid));
GRANT SELECT, INSERT, DELETE ON played_words TO davenport_app;
