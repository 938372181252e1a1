-- Rooms, their members, and the marks of those who left. What is derived is kept true by 0005 and 0006.

CREATE TABLE rooms (
    tenant_id uuid NOT NULL REFERENCES tenants,
    id uuid NOT NULL,
    kind text NOT NULL CHECK (kind IN ('tv', 'movie', 'custom')),
    -- Equal for two rooms of one kind and show exactly when they are about the same thing; titles are folded in it.
    subject_key text COLLATE "C" NOT NULL,
    show_id bigint,
    season integer CHECK (season >= 0),
    episode integer CHECK (episode >= 0),
    show_title text,
    episode_title text,
    movie_id bigint,
    title text,
    host_id uuid NOT NULL,
    -- Who made it and a digest of what they sent: by these a retry is told from another request with the same id.
    -- Not a foreign key, as it may outlive the account.
    created_by uuid NOT NULL,
    request_digest bytea NOT NULL,
    created_at timestamptz NOT NULL DEFAULT app_now(),

    -- Derived.
    last_activity_at timestamptz NOT NULL DEFAULT app_now(),
    last_number integer NOT NULL DEFAULT 0,
    comment_count integer NOT NULL DEFAULT 0 CHECK (comment_count >= 0),
    -- The current members sorted by id, and beside each when they joined and watched ('infinity': not yet).
    member_ids uuid[] NOT NULL DEFAULT '{}' CONSTRAINT rooms_not_overfull CHECK (cardinality(member_ids) <= 32),
    member_joined_at timestamptz[] NOT NULL DEFAULT '{}',
    member_watched_at timestamptz[] NOT NULL DEFAULT '{}',
    group_id text COLLATE "C" NOT NULL DEFAULT '',
    completed_at timestamptz NOT NULL DEFAULT 'infinity',
    -- The place in lists of the archive. Last activity itself is in no index: each comment moves it, and
    -- would otherwise write to every index of the room.
    archive_rank timestamptz NOT NULL GENERATED ALWAYS AS (
        CASE completed_at WHEN 'infinity' THEN completed_at ELSE last_activity_at END) STORED,

    PRIMARY KEY (tenant_id, id),
    CHECK (CASE kind
        WHEN 'tv' THEN num_nulls(show_id, season, episode, show_title) = 0 AND num_nonnulls(movie_id, title) = 0
        WHEN 'movie' THEN num_nulls(movie_id, title) = 0 AND num_nonnulls(show_id, season, episode, show_title, episode_title) = 0
        ELSE title IS NOT NULL AND num_nonnulls(show_id, season, episode, show_title, episode_title, movie_id) = 0
    END)
) WITH (fillfactor = 85);
-- The same thing with the same members; the latest episode of a group; the archive of a group.
CREATE INDEX rooms_subject ON rooms (tenant_id, group_id, subject_key, created_at, id);
CREATE INDEX rooms_episode ON rooms (tenant_id, group_id, season, episode) WHERE season > 0;
CREATE INDEX rooms_archive ON rooms (tenant_id, group_id, archive_rank, id) WHERE archive_rank < 'infinity';

ALTER TABLE rooms ENABLE ROW LEVEL SECURITY;
ALTER TABLE rooms FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON rooms TO davenport_app
    USING (tenant_id = (SELECT nullif(current_setting('app.tenant_id', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON rooms TO davenport_app;

CREATE TABLE memberships (
    tenant_id uuid NOT NULL,
    room_id uuid NOT NULL,
    user_id uuid NOT NULL,
    joined_at timestamptz NOT NULL DEFAULT app_now(),
    -- When they say they watched, and when they said so.
    watched_at timestamptz,
    marked_at timestamptz,
    read_number integer NOT NULL DEFAULT 0,
    muted boolean NOT NULL DEFAULT false,

    -- Derived; but for the unread count the room's own, copied so that one index answers for one person.
    kind text NOT NULL,
    unread_count integer NOT NULL DEFAULT 0 CHECK (unread_count >= 0),
    completed_at timestamptz NOT NULL DEFAULT 'infinity',
    archive_rank timestamptz NOT NULL DEFAULT 'infinity',

    PRIMARY KEY (tenant_id, room_id, user_id),
    CHECK ((watched_at IS NULL) = (marked_at IS NULL)),
    CHECK (watched_at <= marked_at),
    FOREIGN KEY (tenant_id, room_id) REFERENCES rooms ON DELETE CASCADE,
    FOREIGN KEY (tenant_id, user_id) REFERENCES users
) WITH (fillfactor = 85);
-- The dashboard, and the archive by kind. There is no plain (tenant_id, user_id): a generic plan that could use
-- it would walk the archive to find the few active rooms. Unread counts change too often to be in any index.
CREATE INDEX memberships_active ON memberships (tenant_id, user_id, completed_at) INCLUDE (room_id);
CREATE INDEX memberships_archive ON memberships (tenant_id, user_id, kind, archive_rank, room_id)
    WHERE archive_rank < 'infinity';
-- A user's id implies the tenant. Unless the planner knows, it takes a user's rooms to be next to none and walks them.
CREATE STATISTICS memberships_person (dependencies) ON tenant_id, user_id FROM memberships;

-- A room without its host's membership can't be committed.
ALTER TABLE rooms ADD CONSTRAINT rooms_host_is_member
    FOREIGN KEY (tenant_id, id, host_id) REFERENCES memberships (tenant_id, room_id, user_id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE memberships ENABLE ROW LEVEL SECURITY;
ALTER TABLE memberships FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON memberships TO davenport_app
    USING (tenant_id = (SELECT nullif(current_setting('app.tenant_id', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON memberships TO davenport_app;

-- Everybody who left, with their mark, which being added again gives back.
CREATE TABLE former_members (
    tenant_id uuid NOT NULL,
    room_id uuid NOT NULL,
    user_id uuid NOT NULL,
    watched_at timestamptz,
    marked_at timestamptz,
    left_at timestamptz NOT NULL DEFAULT app_now(),
    PRIMARY KEY (tenant_id, room_id, user_id),
    FOREIGN KEY (tenant_id, room_id) REFERENCES rooms ON DELETE CASCADE,
    FOREIGN KEY (tenant_id, user_id) REFERENCES users ON DELETE CASCADE
);
CREATE INDEX former_members_user ON former_members (tenant_id, user_id);

ALTER TABLE former_members ENABLE ROW LEVEL SECURITY;
ALTER TABLE former_members FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON former_members TO davenport_app
    USING (tenant_id = (SELECT nullif(current_setting('app.tenant_id', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON former_members TO davenport_app;

-- The ids of rooms that are gone, so that a late retry of a creation doesn't bring one back.
CREATE TABLE deleted_rooms (
    tenant_id uuid NOT NULL REFERENCES tenants,
    id uuid NOT NULL,
    PRIMARY KEY (tenant_id, id)
);

ALTER TABLE deleted_rooms ENABLE ROW LEVEL SECURITY;
ALTER TABLE deleted_rooms FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON deleted_rooms TO davenport_app
    USING (tenant_id = (SELECT nullif(current_setting('app.tenant_id', true), '')::uuid));
GRANT SELECT, INSERT ON deleted_rooms TO davenport_app;
