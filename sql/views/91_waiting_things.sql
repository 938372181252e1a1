-- The things that need a user's attention, one row for each. Each area adds a branch.
CREATE VIEW waiting_things WITH (security_invoker = true) AS
SELECT tenant_id, user_id, about_id FROM watch_badges
UNION ALL
SELECT tenant_id, user_id, about_id FROM class_badges;

GRANT SELECT ON waiting_things TO davenport_push;
