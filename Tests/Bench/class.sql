-- Fills an empty, migrated database as its owner. With psql's variable `scale` at 1: 50 tenants, 258 classes, 940,000
-- assignments, of which 480,000 are archived. Triggers are off, so derived values are computed here set-wise, by the same
-- rules (migrations 0022 to 0024, 0063, 0072).
--
-- A class has 30 students, two teachers with 40 and 20 active tasks, and a third person who also teaches every fifth task
-- of the first teacher. Every student has every active task. Classes are numbered from 1, and the people in a class by
-- seats from 0: the students, the two teachers, and the third.
-- - classes 1 … busy: nothing archived; boards and lists are theirs
-- - classes busy + 1 … + twins: the same
-- - as many after them: 4,000 and 2,000 archived tasks, which the students on the seats 0 to 19 have; the others joined later
-- - classes from specials + 1: every active assignment awaits its submission: number n of `pool` of them
-- Values that look random are hashes, so that every run fills the database equally.
\set ON_ERROR_STOP on
SET client_min_messages = warning;
SET session_replication_role = replica;
SET synchronous_commit = off;
SET work_mem = '128MB';
SET timezone = 'UTC';

\ir numbering.sql

-- Ids by number, as in numbering.sql. Ids of tasks and assignments lie among those of the tenant's other classes, as real
-- ones do.
CREATE FUNCTION bench.task(class bigint, task bigint) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
    SELECT ('5' || lpad(to_hex(task * 100000 + class), 31, '0'))::uuid
$$;
CREATE FUNCTION bench.assignment(class bigint, task bigint, seat bigint) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
    SELECT ('6' || lpad(to_hex((task * 100000 + class) * 100 + seat), 31, '0'))::uuid
$$;
CREATE FUNCTION bench.entry(n bigint) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$ SELECT ('7' || lpad(to_hex(n), 31, '0'))::uuid $$;

-- The number of the person on a seat: classes are spread over the tenants, and each has 33 people.
CREATE FUNCTION bench.seated(class bigint, seat bigint) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
    SELECT ((class - 1) / 50 * 33 + seat) * 50 + (class - 1) % 50 + 1
$$;

CREATE TABLE bench.size AS
SELECT *, busy + 2 * twins AS specials, busy + 2 * twins + ordinary AS classes, ordinary * 1800 AS pool
FROM (
    SELECT date_trunc('hour', now()) AS today, 50 AS busy, greatest(1, (4 * :scale)::int) AS twins, 50 * greatest(1, (4 * :scale)::int) AS ordinary
) AS s;

-- Everybody's key for rate limits: HMAC-SHA-256 with the tenant's key, which consists of zeros here.
CREATE TABLE bench.digests AS
SELECT class, seat, person, sha256(convert_to(bench.token(person), 'UTF8')) AS digest,
    ARRAY[encode(sha256(decode(repeat('5c', 64), 'hex') || sha256(
        decode(repeat('36', 64), 'hex') || convert_to('entries ' || bench.person(person), 'UTF8'))), 'base64')] AS throttles
FROM bench.size, generate_series(1, classes) AS class, generate_series(0, 32) AS seat, LATERAL (SELECT bench.seated(class, seat) AS person) AS p;
ALTER TABLE bench.digests ADD PRIMARY KEY (person);

INSERT INTO tenants (id, slug, name, features, created_at, throttle_key)
SELECT bench.tenant(n), 'tenant-' || n, 'Tenant ' || n, '{class}', today - interval '800 days', decode(repeat('00', 32), 'hex')
FROM bench.size, generate_series(1, 50) AS n;
-- Few people submit all of a load. Raise their limit, which isn't measured.
INSERT INTO tenant_limits (tenant_id, name, value) SELECT id, 'entries', 1000000 FROM tenants;

INSERT INTO users (tenant_id, id, email, email_key, username, username_key, password_hash, role, given_name, birthday, identity_color, created_at)
SELECT bench.tenant(bench.home(person)), bench.person(person), name || '@example.org', name || '@example.org', name, name, 'none',
    CASE WHEN seat < 30 THEN 'student' ELSE 'teacher' END, 'Person ' || person, CASE WHEN seat >= 30 THEN date '1980-01-01' END,
    '#' || lpad(to_hex(bench.pick(person, 1, 16777216)), 6, '0'), today - interval '750 days'
FROM bench.size, bench.digests, LATERAL (SELECT 'person-' || person AS name) AS p;

-- Last used in the far future: the server records a use at most once in a while, and that isn't measured.
INSERT INTO sessions (tenant_id, id, user_id, token_digest, source, device_name, created_at, last_used_at, expires_at)
SELECT bench.tenant(bench.home(person)), bench.person(person), bench.person(person), digest, 'login', 'Phone', today, '2100-01-01', '2100-01-01'
FROM bench.size, bench.digests;

INSERT INTO students (tenant_id, teacher_id, student_id, since)
SELECT bench.tenant(bench.home(person)), bench.person(bench.seated(class, teacher)), bench.person(person), today - interval '750 days'
FROM bench.size, bench.digests, generate_series(30, 31) AS teacher WHERE seat < 30;

-- Every task: its host, the seats of its teachers, and its students.
CREATE TABLE bench.tasks AS
SELECT class, task, last_seat, archived, bench.tenant(bench.home(class)) AS tenant_id, bench.task(class, task) AS task_id,
    CASE WHEN host = 30 AND task % 5 = 0 THEN ARRAY[30, 32] ELSE ARRAY[host] END AS teachers,
    bench.person(bench.seated(class, host)) AS host_id, created_at, created_at + (4 + bench.pick(task, 2, 30)) * interval '1 day' AS due_at,
    CASE WHEN archived THEN created_at + interval '8 days' ELSE 'infinity' END AS completed_at
FROM (
    SELECT class, task, archived, CASE WHEN archived AND task % 3 < 2 OR task < 40 THEN 30 ELSE 31 END AS host,
        CASE WHEN archived THEN 19 ELSE 29 END AS last_seat, bench.pick(class, 3, 3600) * interval '1 second' + today - CASE
            WHEN archived THEN interval '60 days' + (6059 - task) * interval '150 minutes'
            ELSE interval '20 days' - task * interval '7 hours' END AS created_at
    FROM bench.size, generate_series(1, classes) AS class,
        LATERAL generate_series(0, CASE WHEN class > busy + twins AND class <= specials THEN 6059 ELSE 59 END) AS task,
        LATERAL (SELECT task >= 60 AS archived) AS a
) AS t;

INSERT INTO tasks (tenant_id, id, host_id, title, title_key, description, priority, tags, tag_keys, max_points, due_at, created_by,
    request_digest, created_at, completed_at, teacher_ids)
SELECT tenant_id, task_id, host_id, 'Exercise ' || task, 'exercise ' || task,
    'Bars 1 to 24, at 60, with the repeat. Play it slowly until nothing stumbles, then at the speed that you can hold to the end.',
    (ARRAY['none', 'low', 'medium', 'high'])[1 + bench.pick(task, 4, 4)], '{Flute,Scales}', '{flute,scales}', 1000,
    date_trunc('minute', due_at), host_id, '', created_at, completed_at,
    ARRAY(SELECT bench.person(bench.seated(class, teacher)) FROM unnest(teachers) AS teacher)
FROM bench.tasks ORDER BY created_at, task_id;

CREATE TABLE bench.teachers AS
SELECT tenant_id, task_id, teacher, bench.person(bench.seated(class, teacher)) AS user_id, created_at, completed_at
FROM bench.tasks CROSS JOIN LATERAL unnest(teachers) AS teacher;
INSERT INTO task_teachers (tenant_id, task_id, user_id, since, completed_at)
SELECT tenant_id, task_id, user_id, created_at, completed_at FROM bench.teachers ORDER BY created_at, task_id, teacher;

-- The entries of an assignment in each state. Those that await their submission have four, and none has more.
CREATE TABLE bench.histories (stage text, number integer, action text, by_student boolean);
INSERT INTO bench.histories VALUES
    ('todo', 1, 'message', false),
    ('inProgress', 1, 'start', true), ('inProgress', 2, 'message', false),
    ('awaiting', 1, 'start', true), ('awaiting', 2, 'message', false), ('awaiting', 3, 'message', true), ('awaiting', 4, 'message', false),
    ('submitted', 1, 'start', true), ('submitted', 2, 'message', false), ('submitted', 3, 'submit', true),
    ('returned', 1, 'start', true), ('returned', 2, 'submit', true), ('returned', 3, 'return', false),
    ('done', 1, 'start', true), ('done', 2, 'submit', true), ('done', 3, 'complete', false),
    ('excused', 1, 'excuse', false);

-- Every assignment. The first student of each active task hasn't finished it, so that no task is completed.
CREATE TABLE bench.assignments AS
SELECT class, task, seat, stage, tenant_id, task_id, host_id, created_at, due_at, bench.assignment(class, task, seat) AS assignment_id,
    bench.person(bench.seated(class, seat)) AS student_id,
    -- The interval between two entries.
    CASE WHEN archived THEN interval '1 day' ELSE interval '1 hour' END AS step,
    -- Active assignments that are done were completed in the far future. Otherwise they would be archived while this
    -- database is kept.
    CASE WHEN archived THEN created_at + interval '8 days' WHEN stage IN ('done', 'excused') THEN '2100-01-01' ELSE 'infinity' END AS completed_at
FROM bench.size
CROSS JOIN bench.tasks
CROSS JOIN LATERAL generate_series(0, last_seat) AS seat
CROSS JOIN LATERAL (
    SELECT CASE WHEN archived THEN 'done' WHEN class > specials THEN 'awaiting' WHEN seat = 0 THEN 'todo' ELSE (ARRAY['todo', 'todo', 'todo',
        'todo', 'todo', 'todo', 'todo', 'inProgress', 'inProgress', 'inProgress', 'submitted', 'submitted', 'submitted', 'returned', 'returned',
        'done', 'done', 'done', 'done', 'excused'])[1 + bench.pick((class * 10000 + task) * 100 + seat, 5, 20)] END AS stage
) AS s;

INSERT INTO assignments (tenant_id, id, task_id, student_id, created_at, state, attempt, version, first_submitted_at, submitted_at,
    submitted_number, opened_at, evaluation_number, evaluation_points, read_number, unread_count, last_number, last_activity_at,
    student_entry_count, task_due_at, completed_at)
SELECT tenant_id, assignment_id, task_id, student_id, created_at, CASE stage WHEN 'awaiting' THEN 'inProgress' ELSE stage END,
    (submitted IS NOT NULL)::int, actions, created_at + submitted * step, created_at + submitted * step, submitted,
    CASE WHEN stage IN ('returned', 'done') THEN created_at + (submitted + 1) * step END,
    evaluated, CASE WHEN evaluated IS NOT NULL THEN 100 * bench.pick(seat, task, 11) END,
    -- Half of the students have read everything, the others nothing.
    CASE WHEN reads THEN last ELSE 0 END, CASE WHEN reads THEN 0 ELSE others END, last, created_at + last * step, own,
    date_trunc('minute', due_at), completed_at
FROM bench.assignments
JOIN (
    SELECT stage, max(number) AS last, count(*) FILTER (WHERE by_student) AS own, count(*) FILTER (WHERE NOT by_student) AS others,
        count(*) FILTER (WHERE action <> 'message') AS actions, max(number) FILTER (WHERE action = 'submit') AS submitted,
        max(number) FILTER (WHERE action = 'complete') AS evaluated
    FROM bench.histories GROUP BY stage
) AS h USING (stage)
CROSS JOIN LATERAL (SELECT bench.pick((class * 10000 + task) * 100 + seat, 6, 2) = 0 AS reads) AS r
ORDER BY created_at, assignment_id;

-- Half of the teachers have read everything, the others nothing. The host wrote every entry that isn't the student's.
INSERT INTO assignment_readers (tenant_id, assignment_id, user_id, task_id, student_id, read_number, unread_count)
SELECT a.tenant_id, a.assignment_id, t.user_id, a.task_id, a.student_id, CASE WHEN reads THEN last ELSE 0 END,
    CASE WHEN reads THEN 0 WHEN t.user_id = a.host_id THEN own ELSE last END
FROM bench.assignments AS a
JOIN (SELECT stage, max(number) AS last, count(*) FILTER (WHERE by_student) AS own FROM bench.histories GROUP BY stage) AS h USING (stage)
JOIN bench.teachers AS t USING (tenant_id, task_id)
-- Nobody has read a submission that hasn't been opened.
CROSS JOIN LATERAL (SELECT stage <> 'submitted' AND bench.pick((class * 10000 + task) * 100 + seat, 7, 2) = 0 AS reads) AS r
ORDER BY a.created_at, a.assignment_id, t.teacher;

-- In the order of time, so that an assignment's entries lie among others', as real ones do.
INSERT INTO entries (tenant_id, id, assignment_id, number, action, author_id, text, attempt, points, request_digest, created_at)
SELECT tenant_id, bench.entry(row_number() OVER (ORDER BY at, assignment_id)), assignment_id, number, action,
    CASE WHEN by_student THEN student_id ELSE host_id END,
    CASE WHEN action <> 'start' THEN substr('The first eight bars sit well. From the repeat on it hurries, and the high notes lose their breath; '
        || 'try it with the metronome, and once with your eyes closed.', 1, 20 + bench.pick(task * 100 + seat, number, 130)::int) END,
    CASE WHEN action IN ('submit', 'return', 'complete') THEN 1 END, CASE action WHEN 'complete' THEN 100 * bench.pick(seat, task, 11) END, '', at
FROM bench.assignments
JOIN bench.histories USING (stage)
CROSS JOIN LATERAL (SELECT created_at + number * step AS at) AS a
ORDER BY at, assignment_id;

-- The server reads a board's tasks and students by one statement, and passes them to another.
CREATE TABLE bench.boards AS
SELECT bench.seated(class, 30) AS person, ARRAY(SELECT bench.task(class, task) FROM generate_series(0, 39) AS task) AS tasks,
    ARRAY(SELECT bench.person(bench.seated(class, seat)) FROM generate_series(0, 29) AS seat) AS students
FROM bench.size, generate_series(1, specials) AS class;
ALTER TABLE bench.boards ADD PRIMARY KEY (person);

GRANT USAGE ON SCHEMA bench TO davenport_app;
GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA bench TO davenport_app;
GRANT SELECT ON bench.digests, bench.boards TO davenport_app;

DROP TABLE bench.tasks, bench.teachers, bench.histories, bench.assignments;
