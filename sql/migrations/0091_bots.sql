-- Bots: users that are programs. A bot has no password, and is always a member, so that its token can never administer the community.
ALTER TABLE users
    ADD COLUMN bot boolean NOT NULL DEFAULT false,
    ADD CONSTRAINT users_bot_check CHECK (NOT bot OR role = 'member' AND password_hash = '');
CREATE INDEX users_bots ON users (tenant_id, id) WHERE bot;

-- A bot's token is a session that an admin made.
ALTER TABLE sessions
    DROP CONSTRAINT sessions_source_check,
    ADD CONSTRAINT sessions_source_check CHECK (source IN ('signup', 'login', 'bot'));
