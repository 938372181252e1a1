"""Missing stamps of rooms, memberships and comments."""

from mutant import Mutant

_STAMPS = "sql/migrations/0047_stamps.sql"
_MOVING = "sql/migrations/0070_moving.sql"
_MOVED = (("FeedTests",), ("MovingTests",))

ROOMS = [
    Mutant(
        "room-made",
        "A room has no stamp when it is made. No test can see that: its members join in the same transaction, and what follows from them "
        "updates the room, which stamps it.",
        _STAMPS,
        "ALTER TABLE rooms ADD COLUMN changed_xid xid8 NOT NULL DEFAULT pg_current_xact_id();",
        "ALTER TABLE rooms ADD COLUMN changed_xid xid8 NOT NULL DEFAULT '3'::xid8;",
        is_equivalent=True),
    Mutant(
        "room-changed",
        "A room is not stamped when it changes.",
        _STAMPS,
        """    NEW.changed_xid := pg_current_xact_id();
    IF NEW.completed_at < 'infinity' THEN
""",
        """    IF NEW.completed_at < 'infinity' THEN
"""),
    Mutant(
        "room-changed-archive",
        "The memberships of a completed room are not stamped when it changes.",
        _STAMPS,
        """    IF NEW.completed_at < 'infinity' THEN
        UPDATE memberships AS m
        SET archive_xid = NEW.changed_xid
        WHERE m.tenant_id = NEW.tenant_id AND m.room_id = NEW.id AND m.archive_xid <> NEW.changed_xid;
    END IF;
""",
        ""),
    Mutant(
        "room-refreshed-archive",
        "The memberships of a room are not stamped when it is completed.",
        _STAMPS,
        "SET completed_at = completed, archive_rank = rank, archive_xid = finished",
        "SET completed_at = completed, archive_rank = rank"),
    Mutant(
        "member-joined",
        "The joining of a room has no stamp.",
        _STAMPS,
        "ADD COLUMN joined_xid xid8 NOT NULL DEFAULT pg_current_xact_id(),",
        "ADD COLUMN joined_xid xid8 NOT NULL DEFAULT '3'::xid8,"),
    Mutant(
        "member-made",
        "A member's own values have no stamp when they join. No test can see that: the room is refreshed in the same transaction, which stamps "
        "it, and of a completed one the membership too.",
        _STAMPS,
        "    ADD COLUMN changed_xid xid8 NOT NULL DEFAULT pg_current_xact_id(),",
        "    ADD COLUMN changed_xid xid8 NOT NULL DEFAULT '3'::xid8,",
        is_equivalent=True),
    Mutant(
        "member-changed",
        "A change of a member's own values has no stamp.",
        _STAMPS,
        """    NEW.changed_xid := pg_current_xact_id();
    IF NEW.archive_xid IS NOT NULL THEN
        NEW.archive_xid := NEW.changed_xid;
""",
        """    IF NEW.archive_xid IS NOT NULL THEN
        NEW.archive_xid := pg_current_xact_id();
"""),
    Mutant(
        "member-changed-archive",
        "A change of a member's own values in a completed room has no stamp by which it is found.",
        _STAMPS,
        """    IF NEW.archive_xid IS NOT NULL THEN
        NEW.archive_xid := NEW.changed_xid;
    END IF;
""",
        ""),
    Mutant(
        "member-read",
        "A read marker has no stamp.",
        _STAMPS,
        "WHEN (OLD.read_number <> NEW.read_number OR OLD.muted <> NEW.muted OR",
        "WHEN (OLD.muted <> NEW.muted OR"),
    Mutant(
        "member-muted",
        "The muting of a room has no stamp.",
        _STAMPS,
        "WHEN (OLD.read_number <> NEW.read_number OR OLD.muted <> NEW.muted OR",
        "WHEN (OLD.read_number <> NEW.read_number OR"),
    Mutant(
        "member-watched",
        "A mark has no stamp of its member's. No test can see that: it refreshes the room in the same transaction, which stamps it for all.",
        _STAMPS,
        "OR OLD.muted <> NEW.muted OR OLD.watched_at IS DISTINCT FROM NEW.watched_at)",
        "OR OLD.muted <> NEW.muted)",
        is_equivalent=True),
    Mutant(
        "member-left",
        "The leaving of a room has no stamp.",
        _STAMPS,
        "ADD COLUMN left_xid xid8 NOT NULL DEFAULT pg_current_xact_id();",
        "ADD COLUMN left_xid xid8 NOT NULL DEFAULT '3'::xid8;"),
    Mutant(
        "comment-made",
        "A comment has no stamp when it is made.",
        _STAMPS,
        "ALTER TABLE comments ADD COLUMN changed_xid xid8 NOT NULL DEFAULT pg_current_xact_id();",
        "ALTER TABLE comments ADD COLUMN changed_xid xid8 NOT NULL DEFAULT '3'::xid8;"),
    Mutant(
        "comment-made-room",
        "A comment that is made does not stamp its room along with the counts. No test can see that: the room's own trigger stamps everything that "
        "was not stamped already, and of a completed room the memberships too. The one saves the other's work.",
        _STAMPS,
        """        last_activity_at = greatest(r.last_activity_at, NEW.created_at),
        changed_xid = NEW.changed_xid
""",
        """        last_activity_at = greatest(r.last_activity_at, NEW.created_at)
""",
        is_equivalent=True),
    Mutant(
        "comment-made-archive",
        "A comment that is made in a completed room does not stamp its memberships.",
        _STAMPS,
        """            archive_rank = rank,
            archive_xid = NEW.changed_xid
""",
        """            archive_rank = rank
"""),
    Mutant(
        "comment-changed",
        "A comment is not stamped when it is edited or deleted.",
        _STAMPS,
        """BEGIN
    NEW.changed_xid := pg_current_xact_id();
    RETURN NEW;
END
$$;
CREATE TRIGGER comment_changed""",
        """BEGIN
    RETURN NEW;
END
$$;
CREATE TRIGGER comment_changed"""),
    Mutant(
        "comments-changed-room",
        "A comment that is edited or deleted does not stamp its room.",
        _STAMPS,
        "REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION comments_changed();",
        "REFERENCING NEW TABLE AS changed FOR EACH STATEMENT WHEN (false) EXECUTE FUNCTION comments_changed();"),
    Mutant(
        "member-comes-in",
        "The memberships of a completed room have no stamp when a tenant moves here.",
        _MOVING,
        """    NEW.archive_xid := pg_current_xact_id();
    RETURN NEW;
""",
        """    RETURN NEW;
""",
        suites=_MOVED),
]
