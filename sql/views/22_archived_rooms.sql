-- One person's archive, in the order of `archive_rank`. That an archived room has a rank says nothing new, but lets the
-- index in that order answer.
CREATE VIEW archived_rooms WITH (security_invoker = true) AS
SELECT *
FROM room_cards
WHERE archived AND archive_rank < 'infinity';

GRANT SELECT ON archived_rooms TO davenport_app;
