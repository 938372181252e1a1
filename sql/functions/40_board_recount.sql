-- Computes a user's board entries of some periods anew, from all of their plays (rules 12.30 and 12.34).
CREATE OR REPLACE FUNCTION board_recount(of_tenant uuid, of_user uuid, of_mode text, periods date[]) RETURNS void LANGUAGE plpgsql AS $$
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
REVOKE ALL ON FUNCTION board_recount(uuid,uuid,text,date[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION board_recount(uuid,uuid,text,date[]) TO davenport_app;
