-- Writes the mails of up to `most` people whose digest is due (rule 26.13), and sets when their next one is. Returns the number of people.
--
-- It runs with its owner's rights, because the worker's role reads no e-mail address: so the worker gets those to which it sends. Who chose
-- nothing gets a digest while no device of theirs gets notifications.
-- Mails lead to the community's host, unless it matches the pattern `local_hosts`, and else to `origin`; null if there is none.
CREATE OR REPLACE FUNCTION write_digests(
    most integer, evening time, idle_since timestamptz, expires_at timestamptz, local_hosts text, origin text
) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    person record;
    mail uuid;
    people integer := 0;
BEGIN
    FOR person IN
        SELECT s.tenant_id, s.user_id, s.number, s.digest, s.digest_since AS since, p.time_zone, u.email,
            coalesce('https://' || (
                SELECT min(h.host) FROM tenant_hosts AS h WHERE h.tenant_id = s.tenant_id AND h.host !~ local_hosts), origin) AS address,
            s.unreachable_at IS NULL AND coalesce(s.digest <> 'off', NOT has_device(s.tenant_id, s.user_id, idle_since)) AS is_wanted
        FROM email_states AS s
        JOIN tenants AS t ON t.id = s.tenant_id AND t.suspended_at IS NULL
        JOIN users AS u ON u.tenant_id = s.tenant_id AND u.id = s.user_id
        LEFT JOIN notification_preferences AS p ON p.tenant_id = s.tenant_id AND p.user_id = s.user_id
        WHERE s.digest_due_at <= app_now()
        ORDER BY s.digest_due_at LIMIT most FOR NO KEY UPDATE OF s SKIP LOCKED
    LOOP
        people := people + 1;
        UPDATE email_states AS s SET digest_since = app_now(), digest_due_at = next_local_time(
            app_now() + CASE WHEN person.digest = 'weekly' THEN interval '6 days' ELSE interval '0' END, evening, person.time_zone)
        WHERE s.tenant_id = person.tenant_id AND s.user_id = person.user_id;
        CONTINUE WHEN NOT person.is_wanted OR person.address IS NULL OR NOT EXISTS (
            SELECT FROM waiting_notices AS n
            WHERE n.tenant_id = person.tenant_id AND n.recipient_id = person.user_id AND n.finished_at >= person.since AND n.finished_at < app_now());
        -- The worker signs the link that ends digests. After a move this deployment may have no key yet.
        INSERT INTO deployment_secrets (name) VALUES ('mail stops') ON CONFLICT (name) DO NOTHING;
        mail := gen_random_uuid();
        INSERT INTO mails (tenant_id, id, kind, user_id, address_number, created_at, due_at, expires_at)
        VALUES (person.tenant_id, mail, 'digest', person.user_id, person.number, app_now(), app_now(), write_digests.expires_at);
        INSERT INTO mail_addresses (tenant_id, mail_id, address, link, words)
        VALUES (person.tenant_id, mail, person.email, person.address || '/', ARRAY[person.since::text]);
    END LOOP;
    RETURN people;
END
$$;
REVOKE ALL ON FUNCTION write_digests(integer,time without time zone,timestamp with time zone,timestamp with time zone,text,text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION write_digests(integer,time without time zone,timestamp with time zone,timestamp with time zone,text,text) TO davenport_push;
