-- What makes results and boards quick, however many play: how many plays have each score, and what people have on each board.

-- Highest first and, of equals, who had it first. By plain columns: row security lets no other be looked up in an index.
DROP INDEX plays_score, plays_best;
CREATE INDEX plays_score ON plays (tenant_id, challenge_id, score DESC, reached_at, id) WHERE counts;
CREATE INDEX plays_best ON plays (tenant_id, challenge_id, best_score DESC, best_reached_at, id) WHERE counts;

-- How many plays of a challenge that count have each score, and each score of their best word. A rank is the sum of those above it.
CREATE TABLE score_counts (
    tenant_id uuid NOT NULL,
    challenge_id uuid NOT NULL,
    measure text NOT NULL CHECK (measure IN ('score', 'word')),
    score integer NOT NULL,
    plays integer NOT NULL,
    PRIMARY KEY (tenant_id, challenge_id, measure, score),
    FOREIGN KEY (tenant_id, challenge_id) REFERENCES challenges ON DELETE CASCADE
) WITH (fillfactor = 70);

ALTER TABLE score_counts ENABLE ROW LEVEL SECURITY;
ALTER TABLE score_counts FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON score_counts TO davenport_app
    USING (tenant_id = (SELECT nullif(current_setting('app.tenant_id', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON score_counts TO davenport_app;

-- What somebody has on the board of one mode and period, over daily challenges that count: twice, since their last day isn't told while it
-- lasts. Nothing is written at midnight: whichever of the two holds is said by the day that it is.
CREATE TABLE board_entries (
    tenant_id uuid NOT NULL,
    user_id uuid NOT NULL,
    mode text NOT NULL CHECK (mode IN ('timed', 'untimed')),
    -- The week's Monday; -infinity for all time.
    period date NOT NULL,
    -- With the last day played, which holds from the day after it on; or without it, which holds until then.
    whole boolean NOT NULL,
    first_day date NOT NULL,
    -- The last day played, also where it isn't counted.
    last_day date NOT NULL,
    -- What is in order by itself: a week has one run for each last day, so that those who played today are passed over at once.
    run date NOT NULL GENERATED ALWAYS AS (CASE WHEN whole AND period = '-infinity' THEN '-infinity'::date ELSE last_day END) STORED,
    score integer NOT NULL,
    -- When the server had all of it.
    reached_at timestamptz NOT NULL,
    days integer NOT NULL,
    best_word text NOT NULL,
    best_score integer NOT NULL,
    best_reached_at timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, user_id, mode, period, whole),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users
) WITH (fillfactor = 85);
CREATE INDEX board_entries_score ON board_entries (tenant_id, mode, period, whole, run, score DESC, reached_at, user_id)
    INCLUDE (last_day);
CREATE INDEX board_entries_best ON board_entries (tenant_id, mode, period, whole, run, best_score DESC, best_reached_at, user_id)
    INCLUDE (last_day);

ALTER TABLE board_entries ENABLE ROW LEVEL SECURITY;
ALTER TABLE board_entries FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON board_entries TO davenport_app
    USING (tenant_id = (SELECT nullif(current_setting('app.tenant_id', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON board_entries TO davenport_app;

-- How many people came to a board on each day.
CREATE TABLE board_counts (
    tenant_id uuid NOT NULL REFERENCES tenants,
    mode text NOT NULL,
    period date NOT NULL,
    first_day date NOT NULL,
    people integer NOT NULL,
    PRIMARY KEY (tenant_id, mode, period, first_day)
) WITH (fillfactor = 70);

ALTER TABLE board_counts ENABLE ROW LEVEL SECURITY;
ALTER TABLE board_counts FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON board_counts TO davenport_app
    USING (tenant_id = (SELECT nullif(current_setting('app.tenant_id', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON board_counts TO davenport_app;

-- Keeps score_counts. Whoever changes several of a challenge's counts locks them in the order of measure and score.
CREATE FUNCTION play_counted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO score_counts AS s (tenant_id, challenge_id, measure, score, plays)
    SELECT NEW.tenant_id, NEW.challenge_id, c.measure, c.score, sum(c.plays)
    FROM (VALUES
        ('score', OLD.score, CASE WHEN OLD.counts THEN -1 ELSE 0 END), ('word', OLD.best_score, CASE WHEN OLD.counts THEN -1 ELSE 0 END),
        ('score', NEW.score, CASE WHEN NEW.counts THEN 1 ELSE 0 END), ('word', NEW.best_score, CASE WHEN NEW.counts THEN 1 ELSE 0 END)
    ) AS c (measure, score, plays)
    WHERE c.plays <> 0
    GROUP BY c.measure, c.score
    HAVING sum(c.plays) <> 0
    ORDER BY c.measure, c.score
    ON CONFLICT (tenant_id, challenge_id, measure, score) DO UPDATE SET plays = s.plays + excluded.plays;
    IF OLD.counts THEN
        DELETE FROM score_counts AS s
        WHERE s.tenant_id = OLD.tenant_id AND s.challenge_id = OLD.challenge_id AND s.plays = 0
            AND (s.measure = 'score' AND s.score = OLD.score OR s.measure = 'word' AND s.score = OLD.best_score);
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER play_counted_made AFTER INSERT ON plays FOR EACH ROW WHEN (NEW.counts) EXECUTE FUNCTION play_counted();
CREATE TRIGGER play_counted_changed AFTER UPDATE ON plays FOR EACH ROW
    WHEN ((OLD.counts OR NEW.counts) AND (OLD.counts, OLD.score, OLD.best_score) IS DISTINCT FROM (NEW.counts, NEW.score, NEW.best_score))
    EXECUTE FUNCTION play_counted();

CREATE FUNCTION plays_gone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM FROM score_counts AS s
    WHERE EXISTS (
        SELECT FROM gone AS g
        WHERE g.counts AND g.tenant_id = s.tenant_id AND g.challenge_id = s.challenge_id
            AND (s.measure = 'score' AND s.score = g.score OR s.measure = 'word' AND s.score = g.best_score))
    ORDER BY s.challenge_id, s.measure, s.score FOR UPDATE OF s;
    UPDATE score_counts AS s SET plays = s.plays - g.plays
    FROM (
        SELECT g.tenant_id, g.challenge_id, c.measure, c.score, count(*) AS plays
        FROM gone AS g CROSS JOIN LATERAL (VALUES ('score', g.score), ('word', g.best_score)) AS c (measure, score)
        WHERE g.counts
        GROUP BY g.tenant_id, g.challenge_id, c.measure, c.score
    ) AS g
    WHERE s.tenant_id = g.tenant_id AND s.challenge_id = g.challenge_id AND s.measure = g.measure AND s.score = g.score;
    DELETE FROM score_counts AS s
    USING (SELECT DISTINCT tenant_id, challenge_id FROM gone WHERE counts) AS g
    WHERE s.tenant_id = g.tenant_id AND s.challenge_id = g.challenge_id AND s.plays = 0;
    RETURN NULL;
END
$$;
CREATE TRIGGER plays_gone AFTER DELETE ON plays
    REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION plays_gone();

-- Keeps board_counts.
CREATE FUNCTION board_counted() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE TRIGGER board_counted_made AFTER INSERT ON board_entries FOR EACH ROW WHEN (NEW.whole) EXECUTE FUNCTION board_counted();
CREATE TRIGGER board_counted_changed AFTER UPDATE ON board_entries FOR EACH ROW
    WHEN (NEW.whole AND OLD.first_day <> NEW.first_day) EXECUTE FUNCTION board_counted();
CREATE TRIGGER board_counted_gone AFTER DELETE ON board_entries FOR EACH ROW WHEN (OLD.whole) EXECUTE FUNCTION board_counted();

-- Writes somebody's entries of some periods anew, from all of their plays.
CREATE FUNCTION board_recount(of_tenant uuid, of_user uuid, of_mode text, periods date[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM board_entries AS e
    WHERE e.tenant_id = of_tenant AND e.user_id = of_user AND e.mode = of_mode AND e.period = ANY (periods);
    INSERT INTO board_entries (tenant_id, user_id, mode, period, whole, first_day, last_day, score, reached_at, days,
        best_word, best_score, best_reached_at)
    SELECT of_tenant, of_user, of_mode, d.period, w.whole, min(d.day), min(d.last_day), sum(d.score), max(d.reached_at), count(*),
        (array_agg(d.best_word ORDER BY d.best_score DESC, d.best_reached_at, d.day))[1], max(d.best_score),
        (array_agg(d.best_reached_at ORDER BY d.best_score DESC, d.best_reached_at, d.day))[1]
    FROM (
        SELECT q.period, c.day, max(c.day) OVER (PARTITION BY q.period) AS last_day,
            p.score, p.reached_at, p.best_word, p.best_score, p.best_reached_at
        FROM plays AS p
        JOIN challenges AS c ON c.tenant_id = of_tenant AND c.id = p.challenge_id
        JOIN unnest(periods) AS q (period) ON q.period = '-infinity' OR c.day BETWEEN q.period AND q.period + 6
        WHERE p.tenant_id = of_tenant AND p.user_id = of_user AND p.counts AND c.kind = 'daily' AND c.mode = of_mode
    ) AS d
    CROSS JOIN (VALUES (true), (false)) AS w (whole)
    WHERE w.whole OR d.day < d.last_day
    GROUP BY d.period, w.whole
    ORDER BY d.period, w.whole;
END
$$;
GRANT EXECUTE ON FUNCTION board_recount(uuid, uuid, text, date[]) TO davenport_app;

-- Keeps board_entries. A word more is added to them; whatever takes something away counts them anew. One play of a person at a time.
CREATE FUNCTION play_on_boards() RETURNS trigger LANGUAGE plpgsql AS $$
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
    -- A later day than any before: what there was is what they had before it.
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
    -- What is gained is part of the whole and, where they have played a later day already, of what they had before that.
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
CREATE TRIGGER play_on_boards_made AFTER INSERT ON plays FOR EACH ROW WHEN (NEW.counts) EXECUTE FUNCTION play_on_boards();
CREATE TRIGGER play_on_boards_changed AFTER UPDATE ON plays FOR EACH ROW
    WHEN ((OLD.counts OR NEW.counts) AND (OLD.counts, OLD.score, OLD.reached_at, OLD.best_word, OLD.best_score)
        IS DISTINCT FROM (NEW.counts, NEW.score, NEW.reached_at, NEW.best_word, NEW.best_score))
    EXECUTE FUNCTION play_on_boards();

-- What was played before.
INSERT INTO score_counts (tenant_id, challenge_id, measure, score, plays)
SELECT p.tenant_id, p.challenge_id, c.measure, c.score, count(*)
FROM plays AS p CROSS JOIN LATERAL (VALUES ('score', p.score), ('word', p.best_score)) AS c (measure, score)
WHERE p.counts
GROUP BY p.tenant_id, p.challenge_id, c.measure, c.score;

SELECT board_recount(p.tenant_id, p.user_id, p.mode, '{-infinity}'::date[] || p.weeks)
FROM (
    SELECT p.tenant_id, p.user_id, c.mode, array_agg(DISTINCT date_trunc('week', c.day::timestamp)::date) AS weeks
    FROM plays AS p
    JOIN challenges AS c ON c.tenant_id = p.tenant_id AND c.id = p.challenge_id
    WHERE p.counts AND c.kind = 'daily'
    GROUP BY p.tenant_id, p.user_id, c.mode
) AS p;
