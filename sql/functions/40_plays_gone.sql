-- Subtracts deleted plays from `score_counts`, and looks up the counts by their key.
CREATE OR REPLACE FUNCTION plays_gone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    -- Locks the counts in the order in which every transaction locks them.
    PERFORM FROM (
        SELECT DISTINCT g.tenant_id, g.challenge_id, m.measure, m.score
        FROM gone AS g CROSS JOIN LATERAL play_measures(g.score, g.best_score) AS m
        WHERE g.counts
        ORDER BY g.tenant_id, g.challenge_id, m.measure, m.score
    ) AS k
    CROSS JOIN LATERAL (
        SELECT FROM score_counts AS s
        WHERE s.tenant_id = k.tenant_id AND s.challenge_id = k.challenge_id AND s.measure = k.measure AND s.score = k.score
        FOR UPDATE
    ) AS s;
    UPDATE score_counts AS s SET plays = s.plays - g.plays
    FROM (
        SELECT g.tenant_id, g.challenge_id, m.measure, m.score, count(*) AS plays
        FROM gone AS g CROSS JOIN LATERAL play_measures(g.score, g.best_score) AS m
        WHERE g.counts
        GROUP BY g.tenant_id, g.challenge_id, m.measure, m.score
    ) AS g
    WHERE s.tenant_id = g.tenant_id AND s.challenge_id = g.challenge_id AND s.measure = g.measure AND s.score = g.score;
    DELETE FROM score_counts AS s
    USING (
        SELECT DISTINCT g.tenant_id, g.challenge_id, m.measure, m.score
        FROM gone AS g CROSS JOIN LATERAL play_measures(g.score, g.best_score) AS m
        WHERE g.counts
    ) AS g
    WHERE s.tenant_id = g.tenant_id AND s.challenge_id = g.challenge_id AND s.measure = g.measure AND s.score = g.score
        AND s.plays = 0;
    RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION plays_gone() FROM PUBLIC;

CREATE OR REPLACE TRIGGER plays_gone AFTER DELETE ON plays
    REFERENCING OLD TABLE AS gone FOR EACH STATEMENT
    WHEN (current_setting('app.importing', true) IS DISTINCT FROM 'on')
    EXECUTE FUNCTION plays_gone();
