-- The archive of one group, in the order of `group_archive_rank`. It works like `archived_rooms`, for another index.
CREATE VIEW archived_group_rooms WITH (security_invoker = true) AS
SELECT *
FROM room_cards
WHERE archived AND group_archive_rank < 'infinity';

GRANT SELECT ON archived_group_rooms TO davenport_app;
