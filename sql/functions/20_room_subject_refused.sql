-- Refuses a room whose columns don't fit its kind.
CREATE OR REPLACE FUNCTION room_subject_refused() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'a room of kind "%" can''t be about that', NEW.kind
        USING ERRCODE = 'check_violation', SCHEMA = TG_TABLE_SCHEMA, TABLE = TG_TABLE_NAME, CONSTRAINT = TG_NAME;
END
$$;
REVOKE ALL ON FUNCTION room_subject_refused() FROM PUBLIC;

CREATE OR REPLACE TRIGGER room_subject BEFORE INSERT OR UPDATE OF
    kind, show_id, season, episode, show_title, episode_title, episode_id, movie_id, title ON rooms
    FOR EACH ROW
    WHEN (current_setting('app.importing', true) IS DISTINCT FROM 'on'
        AND NOT CASE NEW.kind
        WHEN 'tv' THEN num_nulls(NEW.show_id, NEW.season, NEW.episode, NEW.show_title) = 0
            AND num_nonnulls(NEW.movie_id, NEW.title) = 0 AND NEW.season >= 0 AND NEW.episode >= 0
        WHEN 'movie' THEN num_nulls(NEW.movie_id, NEW.title) = 0
            AND num_nonnulls(NEW.show_id, NEW.season, NEW.episode, NEW.show_title, NEW.episode_title, NEW.episode_id) = 0
        WHEN 'custom' THEN NEW.title IS NOT NULL
            AND num_nonnulls(NEW.show_id, NEW.season, NEW.episode, NEW.show_title, NEW.episode_title, NEW.episode_id, NEW.movie_id) = 0
        ELSE false
    END)
    EXECUTE FUNCTION room_subject_refused();
