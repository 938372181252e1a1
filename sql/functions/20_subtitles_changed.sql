-- Derives the languages of a room's subtitles after tracks were added or deleted, once for each statement. The rooms are locked by then.
CREATE OR REPLACE FUNCTION subtitles_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE rooms AS r
    SET subtitle_languages = l.languages
    FROM (
        SELECT t.tenant_id, t.room_id, ARRAY(
            SELECT s.language FROM subtitle_tracks AS s
            WHERE s.tenant_id = t.tenant_id AND s.room_id = t.room_id ORDER BY s.language) AS languages
        FROM (SELECT DISTINCT tenant_id, room_id FROM touched) AS t
    ) AS l
    WHERE r.tenant_id = l.tenant_id AND r.id = l.room_id AND r.subtitle_languages <> l.languages;
    RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION subtitles_changed() FROM PUBLIC;

CREATE OR REPLACE TRIGGER subtitles_added AFTER INSERT ON subtitle_tracks
    REFERENCING NEW TABLE AS touched FOR EACH STATEMENT
    WHEN (current_setting('app.importing', true) IS DISTINCT FROM 'on')
    EXECUTE FUNCTION subtitles_changed();

CREATE OR REPLACE TRIGGER subtitles_removed AFTER DELETE ON subtitle_tracks
    REFERENCING OLD TABLE AS touched FOR EACH STATEMENT
    WHEN (current_setting('app.importing', true) IS DISTINCT FROM 'on')
    EXECUTE FUNCTION subtitles_changed();
