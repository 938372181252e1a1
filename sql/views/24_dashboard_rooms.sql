-- The dashboard: the active rooms last active, in its order by `position`, the first of each section with `leads`. `active_count` says how many
-- active rooms there are in all. Every window is one person's, so that a condition on tenant_id and user_id reaches the index.
CREATE VIEW dashboard_rooms WITH (security_invoker = true) AS
WITH recent AS (
    SELECT
        *,
        row_number() OVER (PARTITION BY tenant_id, user_id ORDER BY last_activity_at DESC, room_id DESC) AS recency,
        count(*) OVER (PARTITION BY tenant_id, user_id) AS active_count
    FROM room_cards
    WHERE NOT archived
), sections AS (
    SELECT
        *,
        max(last_activity_at) OVER section AS section_activity_at,
        max(group_title) OVER section AS section_title
    FROM recent
    WHERE recency <= dashboard_limit()
    WINDOW section AS (PARTITION BY tenant_id, user_id, group_id)
)
SELECT
    *,
    row_number() OVER dashboard AS position,
    group_id IS DISTINCT FROM lag(group_id) OVER dashboard AS leads
FROM sections
WINDOW dashboard AS (
    PARTITION BY tenant_id, user_id
    ORDER BY section_activity_at DESC, section_title, group_id, season DESC, episode DESC, created_at DESC, room_id DESC);

GRANT SELECT ON dashboard_rooms TO davenport_app;
