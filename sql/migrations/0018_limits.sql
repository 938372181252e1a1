-- What an operator changed of a tenant's limits, a row each; and numbers that stood in more than one place.

-- How many of what each person may make in a while: what isn't here is as the program has it.
CREATE TABLE tenant_limits (
    tenant_id uuid NOT NULL REFERENCES tenants ON DELETE CASCADE,
    name text COLLATE "C" NOT NULL,
    value bigint NOT NULL CHECK (value >= 0),
    PRIMARY KEY (tenant_id, name)
);

ALTER TABLE tenant_limits ENABLE ROW LEVEL SECURITY;
ALTER TABLE tenant_limits FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON tenant_limits TO davenport_app
    USING (tenant_id = (SELECT nullif(current_setting('app.tenant_id', true), '')::uuid));
GRANT SELECT ON tenant_limits TO davenport_app;

INSERT INTO tenant_limits (tenant_id, name, value)
SELECT t.id, l.name, l.value
FROM tenants AS t
CROSS JOIN LATERAL (VALUES
    ('comments', t.comments_per_minute, 60),
    ('rooms', t.rooms_per_hour, 300),
    ('invites', t.invites_per_hour, 60),
    ('friendRequests', t.friend_requests_per_hour, 60)) AS l (name, value, usual)
WHERE l.value <> l.usual;

ALTER TABLE tenants
    DROP COLUMN comments_per_minute,
    DROP COLUMN rooms_per_hour,
    DROP COLUMN invites_per_hour,
    DROP COLUMN friend_requests_per_hour;

-- How many people a room holds.
CREATE FUNCTION room_capacity() RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT 32 $$;
GRANT EXECUTE ON FUNCTION room_capacity() TO davenport_app;
ALTER TABLE rooms
    DROP CONSTRAINT rooms_not_overfull,
    ADD CONSTRAINT rooms_not_overfull CHECK (cardinality(member_ids) <= room_capacity());

-- The API's limits stand at its fields; here stands what would be nonsense whatever they are.
ALTER TABLE comments
    DROP CONSTRAINT comments_seconds_check,
    ADD CONSTRAINT comments_seconds_check CHECK (seconds >= 0);
ALTER TABLE invites
    DROP CONSTRAINT invites_max_uses_check,
    ADD CONSTRAINT invites_max_uses_check CHECK (max_uses > 0);
ALTER TABLE avatars
    DROP CONSTRAINT avatars_image_check,
    ADD CONSTRAINT avatars_image_check CHECK (octet_length(image) > 0);
