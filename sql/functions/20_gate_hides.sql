-- Returns whether the spoiler gate hides a comment from a member of its room.
--
-- `reached` is the second at which the reader is, null without a position. `members` are the room's members, and `watched_at`
-- says beside each when they watched, or 'infinity'. An author who isn't a member any more counts as somebody who has watched.
-- `SpoilerGate.hides` has the same rule, and a test compares the two.
CREATE OR REPLACE FUNCTION gate_hides(
    second integer, author uuid, reader uuid, reached integer, members uuid[], watched_at timestamptz[]
) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT author IS DISTINCT FROM reader
        AND watched_at[array_position(members, reader)] = 'infinity'
        AND CASE
            WHEN reached IS NULL THEN true
            WHEN second > 0 THEN second > reached
            ELSE coalesce(watched_at[array_position(members, author)] < 'infinity', true)
        END
$$;
REVOKE ALL ON FUNCTION gate_hides(integer,uuid,uuid,integer,uuid[],timestamp with time zone[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION gate_hides(integer,uuid,uuid,integer,uuid[],timestamp with time zone[]) TO davenport_app;
