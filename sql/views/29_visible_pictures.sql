-- The users, as `user_id`, who may download a picture of a comment: the members of its room, if the spoiler gate shows them the
-- comment.
CREATE VIEW visible_pictures WITH (security_invoker = true) AS
SELECT f.tenant_id, f.id AS file_id, g.user_id
FROM files AS f
JOIN comments AS c ON c.tenant_id = f.tenant_id AND c.id = f.comment_id
    -- A picture that was removed since may be kept as evidence.
    AND c.pictures @> jsonb_build_array(jsonb_build_object('id', f.id))
JOIN spoiler_gates AS g ON g.tenant_id = c.tenant_id AND g.room_id = c.room_id
WHERE NOT gate_hides(c.seconds, c.author_id, g.user_id, g.reached, g.member_ids, g.member_watched_at);

GRANT SELECT ON visible_pictures TO davenport_app;
