-- The outbox tells of what any area has: it knows the id that a notification is about, and nothing that lies behind it.

-- What it is about is any area's, so nothing refers to it: whatever deletes such a thing deletes what would be told of it.
ALTER TABLE notifications DROP CONSTRAINT notifications_tenant_id_room_id_fkey;
ALTER TABLE notifications RENAME COLUMN room_id TO about_id;
ALTER INDEX notifications_room RENAME TO notifications_about;

-- How many things it tells of: of what is gathered, and of a summary; where there is no number, one. What is gathered are things of the
-- actor in what it is about, from the first of these numbers to the last.
ALTER TABLE notifications RENAME COLUMN comment_count TO count;
UPDATE notifications SET count = coalesced_count WHERE coalesced_count IS NOT NULL;
ALTER TABLE notifications
    DROP CONSTRAINT notifications_kind_check,
    DROP CONSTRAINT notifications_comment_count_check,
    DROP CONSTRAINT notifications_check,
    DROP COLUMN coalesced_count,
    ADD CONSTRAINT notifications_kind_check CHECK (kind ~ '^[a-z]+(\.[a-z]+)?$'),
    ADD CONSTRAINT notifications_count_check CHECK (count >= 0),
    ADD CONSTRAINT notifications_gathered_check CHECK (
        num_nonnulls(first_number, last_number) = 0
        OR num_nonnulls(first_number, last_number, about_id, actor_id, count) = 5);

-- One row that waits for each pair, kind and thing: what comes further joins it.
DROP INDEX notifications_replies;
CREATE UNIQUE INDEX notifications_gathered ON notifications (tenant_id, about_id, actor_id, recipient_id, kind)
    WHERE first_number IS NOT NULL AND state = 'pending';

-- By which claim it was counted in its recipient's hour and given its deliveries: the first.
ALTER TABLE notifications ADD COLUMN fanned_out_by uuid;
UPDATE notifications SET fanned_out_by = gen_random_uuid() WHERE fanned_out_at IS NOT NULL AND state IN ('pending', 'sending', 'dead');
ALTER TABLE notifications DROP COLUMN fanned_out_at;

-- Begins with the token, so that nobody takes it for the way to a notification's deliveries: a planner that has no statistics yet would
-- walk all of a tenant's for each.
DROP INDEX push_deliveries_device;
CREATE INDEX push_deliveries_device ON push_deliveries (device_token, tenant_id);

-- A room that is gone takes with it what would be told of it, and what was.
GRANT DELETE ON notifications TO davenport_app;
CREATE OR REPLACE FUNCTION room_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO deleted_rooms (tenant_id, id) VALUES (OLD.tenant_id, OLD.id) ON CONFLICT DO NOTHING;
    DELETE FROM notifications AS n WHERE n.tenant_id = OLD.tenant_id AND n.about_id = OLD.id AND n.kind LIKE 'room.%';
    RETURN NULL;
END
$$;
