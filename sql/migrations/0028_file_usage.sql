-- How many bytes a tenant's files have, unattached ones too: derived, so that the quota costs no count. Whoever adds or deletes a file locks
-- this row, last of all, until the transaction ends.

CREATE TABLE file_usage (
    tenant_id uuid PRIMARY KEY REFERENCES tenants,
    bytes bigint NOT NULL CHECK (bytes >= 0)
);

ALTER TABLE file_usage ENABLE ROW LEVEL SECURITY;
ALTER TABLE file_usage FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON file_usage TO davenport_app
    USING (tenant_id = (SELECT nullif(current_setting('app.tenant_id', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE ON file_usage TO davenport_app;

CREATE FUNCTION files_made() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO file_usage AS u (tenant_id, bytes)
    SELECT m.tenant_id, sum(m.size) FROM made AS m GROUP BY m.tenant_id
    ON CONFLICT (tenant_id) DO UPDATE SET bytes = u.bytes + excluded.bytes;
    RETURN NULL;
END
$$;
CREATE TRIGGER files_made AFTER INSERT ON files
    REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION files_made();

CREATE FUNCTION files_gone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE file_usage AS u SET bytes = u.bytes - g.bytes
    FROM (SELECT tenant_id, sum(size) AS bytes FROM gone GROUP BY tenant_id) AS g
    WHERE u.tenant_id = g.tenant_id;
    RETURN NULL;
END
$$;
CREATE TRIGGER files_gone AFTER DELETE ON files
    REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION files_gone();
