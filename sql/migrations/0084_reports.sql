-- What members report, and what those who decide have made of it.

-- A reported thing: all reports of it that are open together, with the one decision on them. Nothing refers to the thing itself, because a case
-- outlives it. A case has the id of its first report.
CREATE TABLE report_cases (
    tenant_id uuid NOT NULL REFERENCES tenants,
    id uuid NOT NULL,
    thing text NOT NULL CHECK (thing IN ('comment', 'room', 'person')),
    thing_id uuid NOT NULL,
    -- The comment's author, the room's host or the reported person. Null without one, and once the account is deleted.
    person_id uuid,
    act_by timestamptz NOT NULL,
    -- Null while the case is open.
    actions text[] CHECK (actions <@ ARRAY['dismiss', 'delete', 'warn', 'suspend', 'gone'] AND cardinality(actions) > 0),
    -- What the warned person was told.
    text text,
    -- Null if an operator decided, the account that decided is deleted, or nobody had to.
    resolved_by uuid,
    resolved_at timestamptz,
    -- Whether the texts are erased, 90 days after the decision.
    erased boolean NOT NULL DEFAULT false,
    PRIMARY KEY (tenant_id, id),
    CHECK ((actions IS NULL) = (resolved_at IS NULL)),
    CHECK (resolved_at IS NOT NULL OR num_nonnulls(text, resolved_by) = 0 AND NOT erased),
    FOREIGN KEY (tenant_id, person_id) REFERENCES users,
    FOREIGN KEY (tenant_id, resolved_by) REFERENCES users
);
CREATE UNIQUE INDEX report_cases_open ON report_cases (tenant_id, thing_id) WHERE resolved_at IS NULL;
CREATE INDEX report_cases_person ON report_cases (tenant_id, person_id);
CREATE INDEX report_cases_resolver ON report_cases (tenant_id, resolved_by) WHERE resolved_by IS NOT NULL;
CREATE INDEX report_cases_kept ON report_cases (tenant_id, resolved_at) WHERE resolved_at IS NOT NULL AND NOT erased;

ALTER TABLE report_cases ENABLE ROW LEVEL SECURITY;
ALTER TABLE report_cases FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON report_cases TO davenport_app
    USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON report_cases TO davenport_app;
-- The worker pushes only about cases that are open, to those who may decide them, and counts them.
CREATE POLICY push ON report_cases FOR SELECT TO davenport_push USING (true);
GRANT SELECT (tenant_id, id, person_id, act_by, resolved_at) ON report_cases TO davenport_push;

-- One report, by one person or by the filter.
CREATE TABLE reports (
    tenant_id uuid NOT NULL,
    id uuid NOT NULL,
    case_id uuid NOT NULL,
    -- Null if the filter reported, or the account is deleted.
    reporter_id uuid,
    reason text NOT NULL CHECK (reason IN ('spam', 'harassment', 'spoiler', 'illegal', 'other')),
    note text,
    -- Evidence: the title of a room and who created it, or the username of a person, as they were.
    room_title text,
    room_title_by uuid,
    username text,
    -- Of the request as sent: by it a retry is told from another request with the same id.
    request_digest bytea NOT NULL,
    created_at timestamptz NOT NULL DEFAULT app_now(),
    PRIMARY KEY (tenant_id, id),
    FOREIGN KEY (tenant_id, case_id) REFERENCES report_cases ON DELETE CASCADE,
    FOREIGN KEY (tenant_id, reporter_id) REFERENCES users,
    FOREIGN KEY (tenant_id, room_title_by) REFERENCES users
);
CREATE UNIQUE INDEX reports_once ON reports (tenant_id, case_id, reporter_id);
CREATE INDEX reports_reporter ON reports (tenant_id, reporter_id) WHERE reporter_id IS NOT NULL;
CREATE INDEX reports_title ON reports (tenant_id, room_title_by) WHERE room_title_by IS NOT NULL;

ALTER TABLE reports ENABLE ROW LEVEL SECURITY;
ALTER TABLE reports FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON reports TO davenport_app
    USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON reports TO davenport_app;

-- The comments of a report's evidence, as they were.
CREATE TABLE report_evidence (
    tenant_id uuid NOT NULL,
    report_id uuid NOT NULL,
    comment_id uuid NOT NULL,
    number integer NOT NULL,
    seconds integer NOT NULL,
    -- Null once the texts are erased.
    content text,
    quote text,
    author_id uuid,
    author_username text,
    created_at timestamptz NOT NULL DEFAULT app_now(),
    edited_at timestamptz,
    PRIMARY KEY (tenant_id, report_id, comment_id),
    FOREIGN KEY (tenant_id, report_id) REFERENCES reports ON DELETE CASCADE,
    FOREIGN KEY (tenant_id, author_id) REFERENCES users
);
CREATE INDEX report_evidence_author ON report_evidence (tenant_id, author_id) WHERE author_id IS NOT NULL;

ALTER TABLE report_evidence ENABLE ROW LEVEL SECURITY;
ALTER TABLE report_evidence FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON report_evidence TO davenport_app
    USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON report_evidence TO davenport_app;

-- What those who decide noted for each other. Notes are added, and never changed.
CREATE TABLE report_notes (
    tenant_id uuid NOT NULL,
    id uuid NOT NULL,
    case_id uuid NOT NULL,
    -- Null once the account is deleted.
    author_id uuid,
    text text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT app_now(),
    PRIMARY KEY (tenant_id, id),
    FOREIGN KEY (tenant_id, case_id) REFERENCES report_cases ON DELETE CASCADE,
    FOREIGN KEY (tenant_id, author_id) REFERENCES users
);
CREATE INDEX report_notes_case ON report_notes (tenant_id, case_id);
CREATE INDEX report_notes_author ON report_notes (tenant_id, author_id) WHERE author_id IS NOT NULL;

ALTER TABLE report_notes ENABLE ROW LEVEL SECURITY;
ALTER TABLE report_notes FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON report_notes TO davenport_app
    USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE (author_id), DELETE ON report_notes TO davenport_app;
