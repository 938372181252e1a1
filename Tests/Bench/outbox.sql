-- Fills an empty, migrated database as its owner: one tenant with psql's variable `people` people. Each has a device, a
-- session, and the five people before and after as friends. They have the numbers of the first tenant's people: 1, 51, 101
-- … Their notifications are made by requests to the server (due.py).
\set ON_ERROR_STOP on
SET client_min_messages = warning;

\ir numbering.sql
CREATE FUNCTION bench.number(place bigint) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$ SELECT place * 50 + 1 $$;

BEGIN;
-- Rows that are made without the server get the current time.
SELECT enter(bench.tenant(1), now());

INSERT INTO tenants (id, slug, name, features) VALUES (bench.tenant(1), 'sofa', 'The Sofa', '{watch}');

INSERT INTO users (tenant_id, id, email, email_key, username, username_key, password_hash, role, identity_color)
SELECT bench.tenant(1), bench.person(bench.number(n)), name || '@example.org', name || '@example.org', name, name, 'none', 'member', '#204060'
FROM generate_series(0, :people - 1) AS n, LATERAL (SELECT 'person-' || n AS name) AS p;

INSERT INTO sessions (tenant_id, id, user_id, token_digest, source, device_name, last_used_at, expires_at)
SELECT tenant_id, id, id, sha256(convert_to(bench.token(bench.number(n)), 'UTF8')), 'login', 'Phone', '2100-01-01', '2100-01-01'
FROM generate_series(0, :people - 1) AS n JOIN users ON id = bench.person(bench.number(n));

INSERT INTO devices (tenant_id, token, user_id, session_id, environment, topic, name, confirmed_at)
SELECT tenant_id, encode(sha256(uuid_send(id)), 'hex'), id, id, 'production', 'org.example.sofa', 'Phone', now() FROM users;

INSERT INTO friendships (tenant_id, user_id, friend_id)
SELECT bench.tenant(1), bench.person(bench.number(n)), bench.person(bench.number((n + :people + stride) % :people))
FROM generate_series(0, :people - 1) AS n, generate_series(-5, 5) AS stride WHERE stride <> 0;
COMMIT;
ANALYZE;
