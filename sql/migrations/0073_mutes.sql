-- Whom and what people would rather not read. Whom they mute need not exist: nobody finds out by it who does. What names somebody whose account is
-- deleted goes with it, by the statements of PeopleErasure.
CREATE TABLE muted_people (
    tenant_id uuid NOT NULL,
    user_id uuid NOT NULL,
    muted_id uuid NOT NULL,
    PRIMARY KEY (tenant_id, user_id, muted_id),
    CHECK (user_id <> muted_id),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users ON DELETE CASCADE
);
CREATE INDEX muted_people_muted ON muted_people (tenant_id, muted_id);

ALTER TABLE muted_people ENABLE ROW LEVEL SECURITY;
ALTER TABLE muted_people FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON muted_people TO davenport_app
    USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON muted_people TO davenport_app;
-- Nothing is pushed about the muted.
CREATE POLICY push ON muted_people FOR SELECT TO davenport_push USING (true);
GRANT SELECT ON muted_people TO davenport_push;

CREATE TABLE muted_words (
    tenant_id uuid NOT NULL,
    user_id uuid NOT NULL,
    words text[] NOT NULL CHECK (cardinality(words) <= 100),
    PRIMARY KEY (tenant_id, user_id),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users ON DELETE CASCADE
);

ALTER TABLE muted_words ENABLE ROW LEVEL SECURITY;
ALTER TABLE muted_words FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON muted_words TO davenport_app
    USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON muted_words TO davenport_app;
