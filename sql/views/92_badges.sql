-- The number on an app's icon: how many things need the user's attention. Each area adds a branch with a row for each
-- thing. A user without a row has none.
CREATE VIEW badges WITH (security_invoker = true) AS
SELECT tenant_id, user_id, count(*) AS count
FROM (
    SELECT tenant_id, user_id FROM watch_badges
    UNION ALL
    SELECT tenant_id, user_id FROM class_badges
) AS wanting
GROUP BY tenant_id, user_id;

GRANT SELECT ON badges TO davenport_push;
