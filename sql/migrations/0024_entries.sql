-- What is done to an assignment: one numbered history. And what teachers write of it before they publish it.

CREATE TABLE entries (
    tenant_id uuid NOT NULL,
    id uuid NOT NULL,
    assignment_id uuid NOT NULL,
    number integer NOT NULL,
    action text NOT NULL CHECK (action IN (
        'message', 'start', 'submit', 'takeBack', 'return', 'complete', 'evaluate', 'excuse', 'reopen', 'extend')),
    -- Null once the author's account is gone: a teacher's, since a student takes their assignments along.
    author_id uuid,
    text text,
    -- Of a submit: its own. Of what evaluates: that which it is about.
    attempt integer,
    -- In hundredths.
    points integer CHECK (points >= 0),
    word text,
    extended_to timestamptz,
    -- Of the request as sent: by it a retry is told from another request with the same id.
    request_digest bytea NOT NULL,
    created_at timestamptz NOT NULL DEFAULT app_now(),
    -- A deleted message's row stays for its id and its number, but says nothing any more.
    deleted_at timestamptz,
    PRIMARY KEY (tenant_id, id),
    CONSTRAINT entries_number_unique UNIQUE (tenant_id, assignment_id, number),
    CHECK (num_nonnulls(points, word) <= 1),
    CHECK (deleted_at IS NULL OR action = 'message' AND text IS NULL),
    FOREIGN KEY (tenant_id, assignment_id) REFERENCES assignments ON DELETE CASCADE,
    FOREIGN KEY (tenant_id, author_id) REFERENCES users
);
CREATE INDEX entries_author ON entries (tenant_id, author_id);
CREATE STATISTICS entries_assignment (dependencies) ON tenant_id, assignment_id FROM entries;

ALTER TABLE entries ENABLE ROW LEVEL SECURITY;
ALTER TABLE entries FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON entries TO davenport_app
    USING (tenant_id = (SELECT nullif(current_setting('app.tenant_id', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE (text, author_id, deleted_at, request_digest) ON entries TO davenport_app;

-- One for all teachers of the task, which no student ever sees.
CREATE TABLE drafts (
    tenant_id uuid NOT NULL,
    assignment_id uuid NOT NULL,
    -- Null once the author's account is gone.
    author_id uuid,
    -- In hundredths.
    points integer CHECK (points >= 0),
    word text,
    text text,
    PRIMARY KEY (tenant_id, assignment_id),
    CHECK (num_nonnulls(points, word) <= 1 AND num_nonnulls(points, word, text) > 0),
    FOREIGN KEY (tenant_id, assignment_id) REFERENCES assignments ON DELETE CASCADE,
    FOREIGN KEY (tenant_id, author_id) REFERENCES users
);
CREATE INDEX drafts_author ON drafts (tenant_id, author_id);

ALTER TABLE drafts ENABLE ROW LEVEL SECURITY;
ALTER TABLE drafts FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON drafts TO davenport_app
    USING (tenant_id = (SELECT nullif(current_setting('app.tenant_id', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON drafts TO davenport_app;

-- An entry is unread by everybody but its author.
CREATE FUNCTION entry_made() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE assignments AS a
    SET last_number = NEW.number,
        last_activity_at = greatest(a.last_activity_at, NEW.created_at),
        student_entry_count = a.student_entry_count + (a.student_id IS NOT DISTINCT FROM NEW.author_id)::integer,
        unread_count = a.unread_count + (a.student_id IS DISTINCT FROM NEW.author_id)::integer
    WHERE a.tenant_id = NEW.tenant_id AND a.id = NEW.assignment_id;
    UPDATE assignment_readers AS r
    SET unread_count = r.unread_count + 1
    WHERE r.tenant_id = NEW.tenant_id AND r.assignment_id = NEW.assignment_id AND r.user_id IS DISTINCT FROM NEW.author_id;
    RETURN NULL;
END
$$;
CREATE TRIGGER entry_made AFTER INSERT ON entries
    FOR EACH ROW EXECUTE FUNCTION entry_made();

-- Where a message loses its author in the same statement, erase_entries counts anew instead.
CREATE FUNCTION entry_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE assignments AS a
    SET student_entry_count = a.student_entry_count - (a.student_id IS NOT DISTINCT FROM OLD.author_id)::integer,
        unread_count = a.unread_count - (a.student_id IS DISTINCT FROM OLD.author_id AND a.read_number < OLD.number)::integer
    WHERE a.tenant_id = OLD.tenant_id AND a.id = OLD.assignment_id;
    UPDATE assignment_readers AS r
    SET unread_count = r.unread_count - 1
    WHERE r.tenant_id = OLD.tenant_id AND r.assignment_id = OLD.assignment_id AND r.read_number < OLD.number
        AND r.user_id IS DISTINCT FROM OLD.author_id;
    RETURN NULL;
END
$$;
CREATE TRIGGER entry_deleted AFTER UPDATE OF deleted_at ON entries
    FOR EACH ROW
    WHEN (OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL AND OLD.author_id IS NOT DISTINCT FROM NEW.author_id)
    EXECUTE FUNCTION entry_deleted();

-- How many entries of an assignment somebody has still to read.
CREATE FUNCTION unread_entries(tenant uuid, assignment uuid, reader uuid, read integer) RETURNS bigint
LANGUAGE sql STABLE AS $$
    SELECT count(*) FROM entries AS e
    WHERE e.tenant_id = tenant AND e.assignment_id = assignment AND e.number > read
        AND e.deleted_at IS NULL AND e.author_id IS DISTINCT FROM reader;
$$;
GRANT EXECUTE ON FUNCTION unread_entries(uuid, uuid, uuid, integer) TO davenport_app;

-- The markers never go back. The assignment is locked by now, and whoever adds or deletes waits for it.
CREATE FUNCTION student_reads() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.read_number := greatest(OLD.read_number, NEW.read_number);
    NEW.unread_count := unread_entries(NEW.tenant_id, NEW.id, NEW.student_id, NEW.read_number);
    RETURN NEW;
END
$$;
CREATE TRIGGER student_reads BEFORE UPDATE OF read_number ON assignments
    FOR EACH ROW WHEN (OLD.read_number <> NEW.read_number) EXECUTE FUNCTION student_reads();

CREATE FUNCTION teacher_reads() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.read_number := greatest(OLD.read_number, NEW.read_number);
    NEW.unread_count := unread_entries(NEW.tenant_id, NEW.assignment_id, NEW.user_id, NEW.read_number);
    RETURN NEW;
END
$$;
CREATE TRIGGER teacher_reads BEFORE UPDATE OF read_number ON assignment_readers
    FOR EACH ROW WHEN (OLD.read_number <> NEW.read_number) EXECUTE FUNCTION teacher_reads();

-- Who has read what was submitted has opened it.
CREATE FUNCTION teacher_has_read() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE assignments AS a SET opened_at = app_now()
    WHERE a.tenant_id = NEW.tenant_id AND a.id = NEW.assignment_id AND a.state = 'submitted' AND a.opened_at IS NULL
        AND a.submitted_number <= NEW.read_number;
    RETURN NULL;
END
$$;
CREATE TRIGGER teacher_has_read AFTER UPDATE OF read_number ON assignment_readers
    FOR EACH ROW WHEN (OLD.read_number < NEW.read_number) EXECUTE FUNCTION teacher_has_read();

-- Erases a teacher's messages, and the words of what else they did: points stay, and what happened. The tasks are locked.
CREATE FUNCTION erase_entries(tenant uuid, author uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    touched uuid[];
BEGIN
    WITH erased AS (
        UPDATE entries AS e
        SET text = NULL, author_id = NULL, request_digest = '',
            deleted_at = CASE e.action WHEN 'message' THEN coalesce(e.deleted_at, app_now()) END
        WHERE e.tenant_id = tenant AND e.author_id = author
        RETURNING e.assignment_id
    )
    SELECT array_agg(DISTINCT assignment_id) INTO touched FROM erased;

    UPDATE assignments AS a
    SET unread_count = unread_entries(a.tenant_id, a.id, a.student_id, a.read_number)
    WHERE a.tenant_id = tenant AND a.id = ANY (touched);
    UPDATE assignment_readers AS r
    SET unread_count = unread_entries(r.tenant_id, r.assignment_id, r.user_id, r.read_number)
    WHERE r.tenant_id = tenant AND r.assignment_id = ANY (touched);
END
$$;
GRANT EXECUTE ON FUNCTION erase_entries(uuid, uuid) TO davenport_app;
