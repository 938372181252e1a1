-- Returns whether somebody has a device that gets their notifications: it hasn't expired, and its session is alive.
--
-- Sessions that weren't used since `idle_since` have ended.
CREATE OR REPLACE FUNCTION has_device(of_tenant uuid, of_user uuid, idle_since timestamptz) RETURNS boolean
LANGUAGE plpgsql STABLE PARALLEL UNSAFE AS $$
BEGIN
    RETURN EXISTS (
        SELECT FROM devices AS v
        JOIN sessions AS s ON s.tenant_id = of_tenant AND s.id = v.session_id AND s.expires_at > app_now() AND s.last_used_at > idle_since
        WHERE v.tenant_id = of_tenant AND v.user_id = of_user AND coalesce(v.expires_at > app_now(), true));
END
$$;
REVOKE ALL ON FUNCTION has_device(uuid,uuid,timestamp with time zone) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION has_device(uuid,uuid,timestamp with time zone) TO davenport_app;
