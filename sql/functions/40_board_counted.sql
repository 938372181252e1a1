-- Keeps `board_counts` up to date.
CREATE OR REPLACE FUNCTION board_counted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.whole THEN
        UPDATE board_counts AS c SET people = c.people - 1
        WHERE c.tenant_id = OLD.tenant_id AND c.mode = OLD.mode AND c.period = OLD.period AND c.first_day = OLD.first_day;
        DELETE FROM board_counts AS c
        WHERE c.tenant_id = OLD.tenant_id AND c.mode = OLD.mode AND c.period = OLD.period AND c.first_day = OLD.first_day AND c.people = 0;
    END IF;
    IF NEW.whole THEN
        INSERT INTO board_counts AS c (tenant_id, mode, period, first_day, people)
        VALUES (NEW.tenant_id, NEW.mode, NEW.period, NEW.first_day, 1)
        ON CONFLICT (tenant_id, mode, period, first_day) DO UPDATE SET people = c.people + excluded.people;
    END IF;
    RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION board_counted() FROM PUBLIC;

CREATE OR REPLACE TRIGGER board_counted_changed AFTER UPDATE ON board_entries
    FOR EACH ROW
    WHEN (current_setting('app.importing', true) IS DISTINCT FROM 'on'
        AND NEW.whole AND OLD.first_day <> NEW.first_day)
    EXECUTE FUNCTION board_counted();

CREATE OR REPLACE TRIGGER board_counted_gone AFTER DELETE ON board_entries
    FOR EACH ROW
    WHEN (current_setting('app.importing', true) IS DISTINCT FROM 'on'
        AND OLD.whole)
    EXECUTE FUNCTION board_counted();

CREATE OR REPLACE TRIGGER board_counted_made AFTER INSERT ON board_entries
    FOR EACH ROW
    WHEN (current_setting('app.importing', true) IS DISTINCT FROM 'on'
        AND NEW.whole)
    EXECUTE FUNCTION board_counted();
