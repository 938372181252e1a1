-- The bytes of a file have an id of their own, so that they may outlive it: what goes takes no longer the larger it is. Whoever deletes a
-- file only notes its content; the bytes are erased afterwards, part by part. Nobody sees them any more, and they count nowhere.

ALTER TABLE files ADD COLUMN content_id uuid;
UPDATE files SET content_id = id;
ALTER TABLE files ALTER COLUMN content_id SET NOT NULL;
CREATE UNIQUE INDEX files_content ON files (tenant_id, content_id);

-- A part belongs to what is whole: parts and file are written in one transaction.
ALTER TABLE file_chunks DROP CONSTRAINT file_chunks_tenant_id_file_id_fkey;
ALTER TABLE file_chunks RENAME COLUMN file_id TO content_id;
GRANT DELETE ON file_chunks TO davenport_app;

-- Contents of files that are gone, of which there may be parts still.
CREATE TABLE gone_contents (
    tenant_id uuid NOT NULL REFERENCES tenants,
    id uuid NOT NULL,
    PRIMARY KEY (tenant_id, id)
);

ALTER TABLE gone_contents ENABLE ROW LEVEL SECURITY;
ALTER TABLE gone_contents FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON gone_contents TO davenport_app
    USING (tenant_id = (SELECT nullif(current_setting('app.tenant_id', true), '')::uuid));
-- It is never changed; whoever erases locks what is theirs to erase.
GRANT SELECT, INSERT, UPDATE (id), DELETE ON gone_contents TO davenport_app;

CREATE OR REPLACE FUNCTION files_gone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO gone_contents (tenant_id, id) SELECT g.tenant_id, g.content_id FROM gone AS g;
    UPDATE file_usage AS u SET bytes = u.bytes - g.bytes
    FROM (SELECT tenant_id, sum(size) AS bytes FROM gone GROUP BY tenant_id) AS g
    WHERE u.tenant_id = g.tenant_id;
    RETURN NULL;
END
$$;

-- What was to be told of an assignment while it was closed was not: it is told when it opens again, if it is true still, and lasts as long
-- as it would have.
CREATE FUNCTION assignment_reopened() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE notifications AS n
    SET state = 'pending', due_at = o.at, expires_at = o.at + (n.expires_at - n.due_at), finished_at = NULL, reason = NULL,
        actor_id = CASE n.kind WHEN 'task.assigned' THEN coalesce(o.host_id, n.actor_id) ELSE n.actor_id END
    FROM (
        SELECT greatest(app_now(), NEW.opens_at) AS at, t.host_id
        FROM tasks AS t WHERE t.tenant_id = NEW.tenant_id AND t.id = NEW.task_id
    ) AS o
    WHERE n.tenant_id = NEW.tenant_id AND n.about_id = NEW.id AND n.recipient_id = NEW.student_id
        AND n.state = 'cancelled' AND n.finished_at >= OLD.completed_at
        AND (n.kind = 'task.assigned' OR n.kind = 'task.due' AND n.event_at = NEW.due_at AND NOT passed(NEW.due_at, app_now()));
    RETURN NULL;
END
$$;
CREATE TRIGGER assignment_reopened AFTER UPDATE ON assignments
    FOR EACH ROW WHEN (OLD.closed AND NOT NEW.closed) EXECUTE FUNCTION assignment_reopened();
