-- How many plays there are of each 64 scores, beside how many of each: so a rank, and how many have played, is summed up of few rows. A
-- history does so for each of its challenges.

-- The tier of a score: the highest of the 64 among which it lies.
CREATE FUNCTION score_tier(score integer) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT score | 63 $$;
REVOKE ALL ON FUNCTION score_tier(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION score_tier(integer) TO davenport_app, davenport_push;

ALTER TABLE score_counts
    DROP CONSTRAINT score_counts_measure_check,
    ADD CONSTRAINT score_counts_measure_check CHECK (measure IN ('score', 'tier', 'word'));

INSERT INTO score_counts (tenant_id, challenge_id, measure, score, plays)
SELECT s.tenant_id, s.challenge_id, 'tier', score_tier(s.score), sum(s.plays)
FROM score_counts AS s WHERE s.measure = 'score'
GROUP BY s.tenant_id, s.challenge_id, score_tier(s.score);

-- All that a play that counts is counted by.
CREATE FUNCTION play_measures(of_score integer, of_best integer) RETURNS TABLE (measure text, score integer)
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ VALUES ('score', of_score), ('tier', score_tier(of_score)), ('word', of_best) $$;
REVOKE ALL ON FUNCTION play_measures(integer, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION play_measures(integer, integer) TO davenport_app;

-- Keeps score_counts. Whoever changes several of a challenge's counts locks them in the order of measure and score.
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

CREATE OR REPLACE FUNCTION plays_gone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    -- In the order in which all lock them.
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
