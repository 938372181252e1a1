-- What a room is about is looked at when it is said, and not at each comment: PostgreSQL reads and plans all constraints of a table anew for each
-- statement that changes one of its rows, and a comment changes the room's counts. That took half of what the change did.
ALTER TABLE rooms
    DROP CONSTRAINT rooms_kind_check,
    DROP CONSTRAINT rooms_season_check,
    DROP CONSTRAINT rooms_episode_check,
    DROP CONSTRAINT rooms_check,
    DROP CONSTRAINT rooms_check1,
    DROP CONSTRAINT rooms_not_overfull,
    -- How many people a room holds. As a function it was planned anew each time.
    ADD CONSTRAINT rooms_not_overfull CHECK (cardinality(member_ids) <= 32);
DROP FUNCTION room_capacity();

CREATE FUNCTION room_subject_refused() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'a room of kind "%" can''t be about that', NEW.kind
        USING ERRCODE = 'check_violation', SCHEMA = TG_TABLE_SCHEMA, TABLE = TG_TABLE_NAME, CONSTRAINT = TG_NAME;
END
$$;
REVOKE ALL ON FUNCTION room_subject_refused() FROM PUBLIC;
CREATE TRIGGER room_subject BEFORE INSERT OR UPDATE OF
    kind, show_id, season, episode, show_title, episode_title, episode_id, movie_id, title ON rooms
    FOR EACH ROW
    WHEN (NOT CASE NEW.kind
        WHEN 'tv' THEN num_nulls(NEW.show_id, NEW.season, NEW.episode, NEW.show_title) = 0
            AND num_nonnulls(NEW.movie_id, NEW.title) = 0 AND NEW.season >= 0 AND NEW.episode >= 0
        WHEN 'movie' THEN num_nulls(NEW.movie_id, NEW.title) = 0
            AND num_nonnulls(NEW.show_id, NEW.season, NEW.episode, NEW.show_title, NEW.episode_title, NEW.episode_id) = 0
        WHEN 'custom' THEN NEW.title IS NOT NULL
            AND num_nonnulls(NEW.show_id, NEW.season, NEW.episode, NEW.show_title, NEW.episode_title, NEW.episode_id, NEW.movie_id) = 0
        ELSE false
    END)
    EXECUTE FUNCTION room_subject_refused();
