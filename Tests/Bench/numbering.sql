-- Numbers people, rooms and comments in a database of its own. Ids are computed from numbers, so that a load can request
-- any of them without a look-up.
CREATE SCHEMA bench;

-- Ids by number. The first digit is the kind, so that no two rows share an id.
CREATE FUNCTION bench.tenant(n bigint) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$ SELECT ('1' || lpad(to_hex(n), 31, '0'))::uuid $$;
CREATE FUNCTION bench.person(n bigint) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$ SELECT ('2' || lpad(to_hex(n), 31, '0'))::uuid $$;
CREATE FUNCTION bench.room(n bigint) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$ SELECT ('3' || lpad(to_hex(n), 31, '0'))::uuid $$;
CREATE FUNCTION bench.comment(n bigint) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$ SELECT ('4' || lpad(to_hex(n), 31, '0'))::uuid $$;

-- The number of a person's tenant: people are spread over the tenants in turn.
CREATE FUNCTION bench.home(person bigint) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$ SELECT (person - 1) % 50 + 1 $$;

-- A person's token: `davenport_` and, in base64url, the tenant, 32 bytes and their checksum.
CREATE FUNCTION bench.token(person bigint) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT 'davenport_' || rtrim(translate(encode(secret || substr(sha256(secret), 1, 4), 'base64'), E'+/\n', '-_'), '=')
    FROM (SELECT uuid_send(bench.tenant(bench.home(person))) || uuid_send(bench.person(person)) || uuid_send(bench.person(person)) AS secret) AS s
$$;

-- A number from 0 to below `limit`, derived from the other two arguments.
CREATE FUNCTION bench.pick(cause bigint, salt bigint, "limit" bigint) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
    SELECT mod(hashint8extended(cause, salt) & 9223372036854775807, "limit")
$$;
