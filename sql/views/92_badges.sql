-- The number on an app's icon: how many things want somebody's attention. Each area adds one branch, with a row for each thing of its own.
-- Nobody's row means none.
CREATE VIEW badges WITH (security_invoker = true) AS
SELECT tenant_id, user_id, count(*) AS count
FROM (
    SELECT tenant_id, user_id FROM watch_badges
    UNION ALL
    SELECT tenant_id, user_id FROM class_badges
) AS wanting
GROUP BY tenant_id, user_id;

GRANT SELECT ON badges TO davenport_push;
