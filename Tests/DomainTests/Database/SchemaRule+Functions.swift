import Postgres

extension SchemaRule {
    static let functions = [
        SchemaRule(
            "no function runs with its owner's rights but resolve_tenant and write_digests",
            "SELECT name AS offender FROM \(fragment: bodies) AS f WHERE prosecdef AND name NOT LIKE ALL ('{resolve_tenant(%),write_digests(%)}')",
            .by("ALTER FUNCTION app_now() SECURITY DEFINER", naming: "app_now()")),
        SchemaRule(
            "a function that runs with its owner's rights finds names where we put them",
            """
            SELECT name AS offender FROM \(fragment: bodies) AS f
            WHERE prosecdef AND NOT settings @> ARRAY['search_path=pg_catalog, public, pg_temp']
            """,
            .by("ALTER FUNCTION resolve_tenant(text, text) RESET search_path", naming: "resolve_tenant(text,text)"),
            .by("ALTER FUNCTION resolve_tenant(text, text) SET search_path = public", naming: "resolve_tenant(text,text)")),
        SchemaRule(
            "only enter() sets the tenant and the time",
            """
            SELECT name AS offender FROM \(fragment: bodies) AS f
            WHERE (body ~* 'set_config|[[:<:]]set +(local +|session +)?app[.]' OR settings::text ~ '[[:<:]]app[.]')
                AND name <> 'enter(uuid,timestamp with time zone)'
            """,
            .by(
                "CREATE FUNCTION sneak(t uuid) RETURNS text LANGUAGE sql AS $$ SELECT set_config('app.tenant_id', t::text, false) $$",
                naming: "sneak(uuid)"),
            .by(
                "CREATE FUNCTION slip() RETURNS void LANGUAGE plpgsql AS $$ BEGIN SET LOCAL app.now = '2026-01-01'; END $$",
                naming: "slip()"),
            .by("ALTER FUNCTION app_now() SET app.tenant_id = ''", naming: "app_now()")),
        SchemaRule(
            "no function notifies",
            "SELECT name AS offender FROM \(fragment: bodies) AS f WHERE body ~* 'pg_notify|[[:<:]]notify[[:>:]]'",
            .by(
                "CREATE FUNCTION shout() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NOTIFY rooms; RETURN NULL; END $$",
                naming: "shout()"),
            .by(
                """
                CREATE FUNCTION whisper() RETURNS trigger LANGUAGE plpgsql AS
                    $$ BEGIN PERFORM pg_notify('rooms', ''); RETURN NULL; END $$
                """, naming: "whisper()")),
        SchemaRule(
            "a room's group follows from what it is given and nothing else",
            "SELECT name AS offender FROM \(fragment: bodies) AS f WHERE name LIKE 'room\\_group(%' AND provolatile <> 'i'",
            .by("ALTER FUNCTION room_group(text, bigint, uuid[]) STABLE", naming: "room_group(text,bigint,uuid[])")),
        SchemaRule(
            "no function asks the time for a row that is there already",
            "SELECT name AS offender FROM \(fragment: bodies) AS f WHERE body ~* 'do update[^;]*[[:<:]](app_)?now *[(]'",
            .by(
                """
                CREATE FUNCTION count_again() RETURNS void LANGUAGE sql AS $$
                    INSERT INTO push_hours AS h (tenant_id, user_id, began_at, count) SELECT tenant_id, id, app_now(), 1 FROM users
                    ON CONFLICT (tenant_id, user_id) DO UPDATE SET count = h.count + 1, began_at = app_now();
                $$
                """, naming: "count_again()")),
        SchemaRule(
            "no time but the one given to enter()",
            """
            SELECT s.name AS offender FROM (
                SELECT name, body FROM \(fragment: bodies) AS f
                UNION ALL
                SELECT relname::text, pg_get_viewdef(oid) FROM pg_class
                WHERE relkind IN ('v', 'm') AND relnamespace = 'public'::regnamespace
                UNION ALL
                SELECT t.relname || '.' || a.attname, pg_get_expr(d.adbin, d.adrelid) FROM pg_attrdef AS d
                JOIN \(fragment: tables) AS t ON t.oid = d.adrelid
                JOIN pg_attribute AS a ON a.attrelid = d.adrelid AND a.attnum = d.adnum
                UNION ALL
                SELECT conname::text, pg_get_constraintdef(oid) FROM pg_constraint WHERE contype = 'c'
            ) AS s (name, body)
            WHERE s.body ~* '[[:<:]](now|(clock|statement|transaction)_timestamp|timeofday) *[(]'
                OR s.body ~* '[^''[:alnum:]_](current_(date|time|timestamp)|localtime|localtimestamp)[[:>:]]'
            """,
            .by("CREATE FUNCTION today() RETURNS date LANGUAGE sql RETURN current_date", naming: "today()"),
            .by("CREATE FUNCTION soon() RETURNS timestamptz LANGUAGE sql AS $$ SELECT now() + interval '1 h' $$", naming: "soon()"),
            .by("CREATE VIEW fresh AS SELECT * FROM rooms WHERE created_at > clock_timestamp() - interval '1 h'", naming: "fresh"),
            .by("ALTER TABLE rooms ALTER created_at SET DEFAULT now()", naming: "rooms.created_at"),
            .by("ALTER TABLE rooms ADD CONSTRAINT not_ahead CHECK (created_at <= current_timestamp)", naming: "not_ahead")),
    ]
}
