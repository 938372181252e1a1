-- Fails unless the token still belongs to the cached caller, so that the request's statements after it don't run.
--
-- The session must exist, must not have expired and, unless it is a bot's, must have been used lately. The rows of the user and the tenant must be unchanged.
CREATE OR REPLACE FUNCTION require_caller(
    tenant uuid, at timestamptz, digest bytea, used_since timestamptz, person_version xid, tenant_version xid
) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (
        SELECT FROM sessions AS s
        JOIN users AS u ON u.tenant_id = s.tenant_id AND u.id = s.user_id
        JOIN tenants AS t ON t.id = s.tenant_id
        WHERE s.tenant_id = tenant AND s.token_digest = digest AND s.expires_at > at
            AND (s.last_used_at > used_since OR s.source = 'bot') AND u.tenant_id = tenant AND u.xmin = person_version AND t.id = tenant AND t.xmin = tenant_version
    ) THEN
        RAISE EXCEPTION 'the token stands for another caller, or for none' USING ERRCODE = 'DV001';
    END IF;
END;
$$;
REVOKE ALL ON FUNCTION require_caller(uuid,timestamp with time zone,bytea,timestamp with time zone,xid,xid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION require_caller(uuid,timestamp with time zone,bytea,timestamp with time zone,xid,xid) TO davenport_app;
