-- The archive. That an archived room has a rank says nothing new, but lets the archive's own indexes answer.
CREATE VIEW archived_rooms WITH (security_invoker = true) AS
SELECT *
FROM room_cards
WHERE archived AND archive_rank < 'infinity' AND group_archive_rank < 'infinity';

GRANT SELECT ON archived_rooms TO davenport_app;
