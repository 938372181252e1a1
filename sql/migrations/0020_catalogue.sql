-- What the catalogue's provider said, kept for every server and every tenant: nothing of anybody's is in it.
CREATE TABLE catalogue_entries (
    -- The language, a space, and what was asked: of a search a digest alone.
    key text COLLATE "C" PRIMARY KEY,
    -- What the provider said, as far as it is told; null where it knows no such thing.
    answer text,
    -- Null until it has said anything.
    fetched_at timestamptz,
    -- Of a show: the numbers of its episodes are not what they once were.
    renumbered boolean NOT NULL DEFAULT false,
    -- Written at most hourly; what was used longest ago goes first.
    used_at timestamptz NOT NULL,
    -- Which server asks for it now, and until when the others leave it to that one, by the database's own clock.
    lease_id uuid,
    lease_until timestamptz,
    -- The provider could not tell, and isn't asked again before, by the same clock.
    rest_until timestamptz,
    CHECK (answer IS NULL OR fetched_at IS NOT NULL),
    CHECK ((lease_id IS NULL) = (lease_until IS NULL))
);
CREATE INDEX catalogue_entries_used ON catalogue_entries (used_at);
CREATE INDEX catalogue_entries_fetched ON catalogue_entries (fetched_at);

-- Until when the provider wants to be left alone, by every server, by the database's own clock.
CREATE TABLE catalogue_pauses (
    provider text COLLATE "C" PRIMARY KEY,
    until timestamptz NOT NULL
);

ALTER TABLE catalogue_entries ENABLE ROW LEVEL SECURITY;
ALTER TABLE catalogue_entries FORCE ROW LEVEL SECURITY;
CREATE POLICY shared ON catalogue_entries TO davenport_app USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON catalogue_entries TO davenport_app;

ALTER TABLE catalogue_pauses ENABLE ROW LEVEL SECURITY;
ALTER TABLE catalogue_pauses FORCE ROW LEVEL SECURITY;
CREATE POLICY shared ON catalogue_pauses TO davenport_app USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON catalogue_pauses TO davenport_app;

-- The catalogue's own number of the episode, which stays with it when it is given another place.
ALTER TABLE rooms ADD COLUMN episode_id integer CHECK (episode_id IS NULL OR kind = 'tv');
