-- A user's streaks: each unbroken run of played days, from its first to its last.
CREATE VIEW played_streaks WITH (security_invoker = true) AS
SELECT d.tenant_id, d.user_id, min(d.day) AS first_day, max(d.day) AS last_day, count(*) AS days
FROM (
    -- The same for all days of a run, because both the day and its number grow by one.
    SELECT
        p.tenant_id,
        p.user_id,
        p.day,
        p.day - row_number() OVER (PARTITION BY p.tenant_id, p.user_id ORDER BY p.day)::integer AS row_start
    FROM played_days AS p
) AS d
GROUP BY d.tenant_id, d.user_id, d.row_start;

GRANT SELECT ON played_streaks TO davenport_app;
