-- The dashboard: the active rooms with the latest activity, sorted by `position`.
--
-- `leads` marks the first room of each section, and `active_count` is the number of all active rooms. Each window is
-- partitioned by user, so that a condition on tenant_id and user_id reaches the index.
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
), placed AS (
    SELECT
        *,
        row_number() OVER dashboard AS position,
        group_id IS DISTINCT FROM lag(group_id) OVER dashboard AS leads
    FROM sections
    WINDOW dashboard AS (
        PARTITION BY tenant_id, user_id
        ORDER BY section_activity_at DESC, section_title, group_id, season DESC, episode DESC, created_at DESC, room_id DESC)
)
SELECT
    placed.*,
    -- The previous release reads these two columns; this one reads the rooms itself, with the tenant's id. A query that
    -- doesn't select them doesn't compute them. The next release drops them.
    (
        SELECT e.season FROM rooms AS e
        WHERE placed.leads AND e.tenant_id = placed.tenant_id AND e.group_id = placed.group_id AND e.season > 0
        ORDER BY e.season DESC, e.episode DESC LIMIT 1
    ) AS latest_season,
    (
        SELECT e.episode FROM rooms AS e
        WHERE placed.leads AND e.tenant_id = placed.tenant_id AND e.group_id = placed.group_id AND e.season > 0
        ORDER BY e.season DESC, e.episode DESC LIMIT 1
    ) AS latest_episode
FROM placed;

GRANT SELECT ON dashboard_rooms TO davenport_app;
