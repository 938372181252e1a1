-- The current day of a tenant by its day zone, with its start and end. A day has 23 to 25 hours.
CREATE VIEW play_days WITH (security_invoker = true) AS
SELECT
    s.tenant_id,
    s.language,
    d.day,
    d.day::timestamp AT TIME ZONE z.day_zone AS starts_at,
    (d.day + 1)::timestamp AT TIME ZONE z.day_zone AS ends_at
FROM play_settings AS s
CROSS JOIN LATERAL (SELECT day_zone(s.day_zone) AS day_zone OFFSET 0) AS z
CROSS JOIN LATERAL (SELECT ((SELECT app_now()) AT TIME ZONE z.day_zone)::date AS day) AS l
-- If clocks go back over midnight, the previous day lasts until the second midnight.
CROSS JOIN LATERAL (
    SELECT CASE WHEN l.day::timestamp AT TIME ZONE z.day_zone > (SELECT app_now()) THEN l.day - 1 ELSE l.day END AS day
) AS d;

GRANT SELECT ON play_days TO davenport_app;
