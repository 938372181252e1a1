-- How people, rooms and comments are numbered, in a database of their own: ids follow from numbers by arithmetic, so that a load can ask
-- for any of them without looking one up.
CREATE SCHEMA bench;

-- Ids by number. The first digit says of what, so that no two things share one.
CREATE FUNCTION bench.tenant(n bigint) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$ SELECT ('1' || lpad(to_hex(n), 31, '0'))::uuid $$;
CREATE FUNCTION bench.person(n bigint) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$ SELECT ('2' || lpad(to_hex(n), 31, '0'))::uuid $$;
CREATE FUNCTION bench.room(n bigint) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$ SELECT ('3' || lpad(to_hex(n), 31, '0'))::uuid $$;
CREATE FUNCTION bench.comment(n bigint) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$ SELECT ('4' || lpad(to_hex(n), 31, '0'))::uuid $$;

-- The number of a person's tenant: people take turns.
CREATE FUNCTION bench.home(person bigint) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$ SELECT (person - 1) % 50 + 1 $$;

-- A person's token: `davenport_` and, in base64url, the tenant, 32 bytes and a checksum of them.
CREATE FUNCTION bench.token(person bigint) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT 'davenport_' || rtrim(translate(encode(secret || substr(sha256(secret), 1, 4), 'base64'), E'+/\n', '-_'), '=')
    FROM (SELECT uuid_send(bench.tenant(bench.home(person))) || uuid_send(bench.person(person)) || uuid_send(bench.person(person)) AS secret) AS s
$$;

-- A number from 0 to below `limit`, by its two causes.
CREATE FUNCTION bench.pick(cause bigint, salt bigint, "limit" bigint) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
    SELECT mod(hashint8extended(cause, salt) & 9223372036854775807, "limit")
$$;
