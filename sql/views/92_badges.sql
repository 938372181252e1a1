-- The number on an app's icon: how many things need the user's attention. A user without a row has none.
CREATE VIEW badges WITH (security_invoker = true) AS
SELECT tenant_id, user_id, count(*) AS count FROM waiting_things GROUP BY tenant_id, user_id;

GRANT SELECT ON badges TO davenport_push;
