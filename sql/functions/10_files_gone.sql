-- Records the contents of deleted files for erasure, and subtracts their size from the tenant's usage.
CREATE OR REPLACE FUNCTION files_gone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO gone_contents (tenant_id, id) SELECT g.tenant_id, g.content_id FROM gone AS g;
    UPDATE file_usage AS u SET bytes = u.bytes - g.bytes
    FROM (SELECT tenant_id, sum(size) AS bytes FROM gone WHERE kind = 'file' GROUP BY tenant_id) AS g
    WHERE u.tenant_id = g.tenant_id;
    UPDATE picture_usage AS u SET bytes = u.bytes - g.bytes
    FROM (SELECT tenant_id, sum(size) AS bytes FROM gone WHERE kind = 'picture' GROUP BY tenant_id) AS g
    WHERE u.tenant_id = g.tenant_id;
    RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION files_gone() FROM PUBLIC;

CREATE OR REPLACE TRIGGER files_gone AFTER DELETE ON files
    REFERENCING OLD TABLE AS gone FOR EACH STATEMENT
    WHEN (current_setting('app.importing', true) IS DISTINCT FROM 'on')
    EXECUTE FUNCTION files_gone();
