-- Adds the size of new files to the tenant's usage.
CREATE OR REPLACE FUNCTION files_made() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO file_usage AS u (tenant_id, bytes)
    SELECT m.tenant_id, sum(m.size) FROM made AS m WHERE m.kind = 'file' GROUP BY m.tenant_id
    ON CONFLICT (tenant_id) DO UPDATE SET bytes = u.bytes + excluded.bytes;
    INSERT INTO picture_usage AS u (tenant_id, bytes)
    SELECT m.tenant_id, sum(m.size) FROM made AS m WHERE m.kind = 'picture' GROUP BY m.tenant_id
    ON CONFLICT (tenant_id) DO UPDATE SET bytes = u.bytes + excluded.bytes;
    RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION files_made() FROM PUBLIC;

CREATE OR REPLACE TRIGGER files_made AFTER INSERT ON files
    REFERENCING NEW TABLE AS made FOR EACH STATEMENT
    WHEN (current_setting('app.importing', true) IS DISTINCT FROM 'on')
    EXECUTE FUNCTION files_made();
