-- Keeps `board_entries` up to date.
--
-- A new word is added to the entries. A change that takes something away computes them anew. An advisory lock lets one play
-- of a user change them at a time.
CREATE OR REPLACE FUNCTION play_on_boards() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    of_mode text;
    of_day date;
    periods date[];
    gained integer := NEW.score - CASE WHEN OLD.counts THEN OLD.score ELSE 0 END;
    is_new boolean := NOT coalesce(OLD.counts, false);
BEGIN
    SELECT c.mode, c.day INTO of_mode, of_day FROM challenges AS c
    WHERE c.tenant_id = NEW.tenant_id AND c.id = NEW.challenge_id AND c.kind = 'daily';
    IF of_day IS NULL THEN
        RETURN NULL;
    END IF;
    periods := ARRAY['-infinity', date_trunc('week', of_day::timestamp)::date]::date[];
    PERFORM pg_advisory_xact_lock(hashtextextended('boards of ' || NEW.user_id || ' in ' || NEW.tenant_id, 0));
    IF NOT NEW.counts OR NOT is_new AND (gained < 0 OR NEW.best_score < OLD.best_score) THEN
        PERFORM board_recount(NEW.tenant_id, NEW.user_id, of_mode, periods);
        RETURN NULL;
    END IF;
    -- On a new last day, the entry of all days becomes the entry without the last day.
    INSERT INTO board_entries (tenant_id, user_id, mode, period, whole, first_day, last_day, score, reached_at, days,
        best_word, best_score, best_reached_at)
    SELECT e.tenant_id, e.user_id, e.mode, e.period, false, e.first_day, of_day, e.score, e.reached_at, e.days,
        e.best_word, e.best_score, e.best_reached_at
    FROM board_entries AS e
    WHERE e.tenant_id = NEW.tenant_id AND e.user_id = NEW.user_id AND e.mode = of_mode AND e.period = ANY (periods) AND e.whole
        AND e.last_day < of_day
    ORDER BY e.period
    ON CONFLICT (tenant_id, user_id, mode, period, whole) DO UPDATE SET first_day = excluded.first_day, last_day = excluded.last_day,
        score = excluded.score, reached_at = excluded.reached_at, days = excluded.days, best_word = excluded.best_word,
        best_score = excluded.best_score, best_reached_at = excluded.best_reached_at;
    -- The gain counts in the entry of all days and, if the user has played a later day already, in the entry without that
    -- day.
    INSERT INTO board_entries AS e (tenant_id, user_id, mode, period, whole, first_day, last_day, score, reached_at, days,
        best_word, best_score, best_reached_at)
    SELECT NEW.tenant_id, NEW.user_id, of_mode, q.period, w.whole, of_day, greatest(of_day, l.last_day), gained, NEW.reached_at,
        CASE WHEN is_new THEN 1 ELSE 0 END, NEW.best_word, NEW.best_score, NEW.best_reached_at
    FROM unnest(periods) AS q (period)
    CROSS JOIN (VALUES (true), (false)) AS w (whole)
    LEFT JOIN board_entries AS l ON l.tenant_id = NEW.tenant_id AND l.user_id = NEW.user_id AND l.mode = of_mode
        AND l.period = q.period AND l.whole
    WHERE w.whole OR of_day < l.last_day
    ORDER BY q.period, w.whole
    ON CONFLICT (tenant_id, user_id, mode, period, whole) DO UPDATE SET
        first_day = least(e.first_day, excluded.first_day), last_day = greatest(e.last_day, excluded.last_day),
        score = e.score + excluded.score, days = e.days + excluded.days, reached_at = greatest(e.reached_at, excluded.reached_at),
        (best_word, best_score, best_reached_at) = (
            SELECT b.word, b.score, b.reached_at
            FROM (VALUES (e.best_word, e.best_score, e.best_reached_at, 0),
                (excluded.best_word, excluded.best_score, excluded.best_reached_at, 1)) AS b (word, score, reached_at, place)
            ORDER BY b.score DESC, b.reached_at, b.place LIMIT 1);
    RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION play_on_boards() FROM PUBLIC;

CREATE OR REPLACE TRIGGER play_on_boards_changed AFTER UPDATE ON plays
    FOR EACH ROW
    WHEN (current_setting('app.importing', true) IS DISTINCT FROM 'on'
        AND (OLD.counts OR NEW.counts) AND (OLD.counts, OLD.score, OLD.reached_at, OLD.best_word, OLD.best_score)
        IS DISTINCT FROM (NEW.counts, NEW.score, NEW.reached_at, NEW.best_word, NEW.best_score))
    EXECUTE FUNCTION play_on_boards();

CREATE OR REPLACE TRIGGER play_on_boards_made AFTER INSERT ON plays
    FOR EACH ROW
    WHEN (current_setting('app.importing', true) IS DISTINCT FROM 'on'
        AND NEW.counts)
    EXECUTE FUNCTION play_on_boards();
