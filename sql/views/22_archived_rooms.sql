-- A user's archive, in the order of `archive_rank`. Every archived room has a finite rank, but only with that condition
-- does PostgreSQL use the index in that order.
CREATE VIEW archived_rooms WITH (security_invoker = true) AS
SELECT *
FROM room_cards
WHERE archived AND archive_rank < 'infinity';

GRANT SELECT ON archived_rooms TO davenport_app;
