-- Fills an empty, migrated database with the people of one large community, for dearest.py. The rest comes by the API.
--
-- Person n is bench.person(50 n - 49), so that all of them are of tenant 1. Person 1 is its owner, and a friend and a student of everybody's
-- sort: everybody is a friend of person 1, who teaches those from 3 to 200.
\set ON_ERROR_STOP on
SET client_min_messages = warning;
SET timezone = 'UTC';

\ir numbering.sql

CREATE VIEW bench.people AS SELECT n, 50 * n - 49 AS number, bench.person(50 * n - 49) AS id, 'person-' || n AS name FROM generate_series(1, 500) AS n;

INSERT INTO tenants (id, slug, name, features, created_at) VALUES (bench.tenant(1), 'tenant-1', 'Tenant 1', '{watch,class,play}', now());

-- The rate limits aren't measured. `limits` is the list of their names.
INSERT INTO tenant_limits (tenant_id, name, value) SELECT bench.tenant(1), name, 1000000 FROM unnest(string_to_array(:'limits', ',')) AS name;

INSERT INTO users (
    tenant_id, id, email, email_key, username, username_key, given_name, family_name, password_hash, role, birthday, identity_color, created_at)
SELECT bench.tenant(1), id, name || '@example.org', name || '@example.org', name, name, repeat('ö', 60), repeat('ü', 60), 'none',
    CASE WHEN n = 1 THEN 'owner' WHEN n = 2 THEN 'teacher' WHEN n <= 200 THEN 'student' ELSE 'member' END, '1980-01-01', '#d1495b', now()
FROM bench.people;

INSERT INTO sessions (tenant_id, id, user_id, token_digest, source, device_name, created_at, last_used_at, expires_at)
SELECT bench.tenant(1), id, id, sha256(convert_to(bench.token(number), 'UTF8')), 'login', 'Phone', now(), '2100-01-01', '2100-01-01'
FROM bench.people;

-- Person 1 has a second session.
INSERT INTO sessions (tenant_id, id, user_id, token_digest, source, device_name, created_at, last_used_at, expires_at)
SELECT bench.tenant(1), gen_random_uuid(), id, sha256('second'), 'login', 'Laptop', now(), '2100-01-01', '2100-01-01' FROM bench.people WHERE n = 1;

INSERT INTO friendships (tenant_id, user_id, friend_id, since)
SELECT bench.tenant(1), a.id, b.id, now() FROM bench.people AS a JOIN bench.people AS b ON (a.n = 1) <> (b.n = 1);

INSERT INTO students (tenant_id, teacher_id, student_id, since)
SELECT bench.tenant(1), t.id, s.id, now() FROM bench.people AS t JOIN bench.people AS s ON t.n = 1 AND s.n BETWEEN 3 AND 200;
