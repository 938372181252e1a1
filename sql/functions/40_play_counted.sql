-- Keeps `score_counts` up to date. Every transaction locks the counts of a challenge in the order of measure and score.
CREATE OR REPLACE FUNCTION play_counted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO score_counts AS s (tenant_id, challenge_id, measure, score, plays)
    SELECT NEW.tenant_id, NEW.challenge_id, c.measure, c.score, sum(c.plays)
    FROM (
        SELECT m.measure, m.score, -1 AS plays FROM play_measures(OLD.score, OLD.best_score) AS m WHERE OLD.counts
        UNION ALL
        SELECT m.measure, m.score, 1 FROM play_measures(NEW.score, NEW.best_score) AS m WHERE NEW.counts
    ) AS c
    GROUP BY c.measure, c.score
    HAVING sum(c.plays) <> 0
    ORDER BY c.measure, c.score
    ON CONFLICT (tenant_id, challenge_id, measure, score) DO UPDATE SET plays = s.plays + excluded.plays;
    IF OLD.counts THEN
        DELETE FROM score_counts AS s
        USING play_measures(OLD.score, OLD.best_score) AS m
        WHERE s.tenant_id = OLD.tenant_id AND s.challenge_id = OLD.challenge_id AND s.measure = m.measure AND s.score = m.score
            AND s.plays = 0;
    END IF;
    RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION play_counted() FROM PUBLIC;

CREATE OR REPLACE TRIGGER play_counted_changed AFTER UPDATE ON plays
    FOR EACH ROW
    WHEN (current_setting('app.importing', true) IS DISTINCT FROM 'on'
        AND (OLD.counts OR NEW.counts) AND (OLD.counts, OLD.score, OLD.best_score) IS DISTINCT FROM (NEW.counts, NEW.score, NEW.best_score))
    EXECUTE FUNCTION play_counted();

CREATE OR REPLACE TRIGGER play_counted_made AFTER INSERT ON plays
    FOR EACH ROW
    WHEN (current_setting('app.importing', true) IS DISTINCT FROM 'on'
        AND NEW.counts)
    EXECUTE FUNCTION play_counted();
