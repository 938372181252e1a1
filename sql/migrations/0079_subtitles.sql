-- The subtitles of a room, at most one track a language. The cues are arrays, sorted by their start: a track is written and deleted as a whole.
CREATE TABLE subtitle_tracks (
    tenant_id uuid NOT NULL,
    room_id uuid NOT NULL,
    -- A BCP 47 tag.
    language text COLLATE "C" NOT NULL,
    -- Null if the account was deleted.
    set_by uuid,
    set_at timestamptz NOT NULL DEFAULT app_now(),
    -- In milliseconds.
    starts integer[] NOT NULL,
    ends integer[] NOT NULL,
    texts text[] NOT NULL,
    PRIMARY KEY (tenant_id, room_id, language),
    CHECK (cardinality(starts) > 0 AND cardinality(starts) = cardinality(ends) AND cardinality(starts) = cardinality(texts)),
    FOREIGN KEY (tenant_id, room_id) REFERENCES rooms ON DELETE CASCADE,
    FOREIGN KEY (tenant_id, set_by) REFERENCES users
);
-- Those of a deleted account, and of a person's export.
CREATE INDEX subtitle_tracks_setter ON subtitle_tracks (tenant_id, set_by);

ALTER TABLE subtitle_tracks ENABLE ROW LEVEL SECURITY;
ALTER TABLE subtitle_tracks FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON subtitle_tracks TO davenport_app
    USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON subtitle_tracks TO davenport_app;

-- Derived: the languages of the room's tracks, sorted.
ALTER TABLE rooms ADD COLUMN subtitle_languages text[] COLLATE "C" NOT NULL DEFAULT '{}';
