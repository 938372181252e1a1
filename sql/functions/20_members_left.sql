-- Records everybody who left a room, also because it was deleted, and takes the mentions of them out of its comments.
-- Records of deleted rooms are removed after 90 days, when every sync cursor from before has expired.
CREATE OR REPLACE FUNCTION members_left() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM former_members AS f
    USING (SELECT DISTINCT tenant_id, user_id FROM departed) AS l
    WHERE f.tenant_id = l.tenant_id AND f.user_id = l.user_id AND f.left_at < app_now() - interval '90 days'
        AND NOT EXISTS (SELECT FROM rooms AS r WHERE r.tenant_id = f.tenant_id AND r.id = f.room_id);
    INSERT INTO former_members (tenant_id, room_id, user_id, watched_at, marked_at)
    SELECT l.tenant_id, l.room_id, l.user_id, l.watched_at, l.marked_at
    FROM departed AS l
    -- Only an archive from another cluster can have made a former member a member as well.
    ON CONFLICT (tenant_id, room_id, user_id) DO UPDATE SET
        watched_at = excluded.watched_at, marked_at = excluded.marked_at, left_at = excluded.left_at, left_xid = excluded.left_xid;
    -- A mention of somebody who left is plain text.
    UPDATE comments AS c
    SET (mention_texts, mention_targets) = (
        SELECT array_agg(m.text ORDER BY m.place), array_agg(m.target ORDER BY m.place)
        FROM unnest(c.mention_texts, c.mention_targets) WITH ORDINALITY AS m (text, target, place)
        WHERE m.target <> ALL (l.ids))
    FROM (SELECT tenant_id, room_id, array_agg(user_id::text) AS ids FROM departed GROUP BY tenant_id, room_id) AS l
    WHERE c.tenant_id = l.tenant_id AND c.room_id = l.room_id AND c.mention_targets && l.ids;
    PERFORM refresh_room(l.tenant_id, l.room_id)
    FROM (SELECT DISTINCT tenant_id, room_id FROM departed ORDER BY tenant_id, room_id) AS l;
    RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION members_left() FROM PUBLIC;

CREATE OR REPLACE TRIGGER members_left AFTER DELETE ON memberships
    REFERENCING OLD TABLE AS departed FOR EACH STATEMENT
    WHEN (current_setting('app.importing', true) IS DISTINCT FROM 'on')
    EXECUTE FUNCTION members_left();
