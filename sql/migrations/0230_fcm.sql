-- Android's devices, and the key by which a community sends to them through Firebase Cloud Messaging (FCM).

ALTER TABLE devices
    DROP CONSTRAINT devices_kind_check,
    ADD CONSTRAINT devices_kind_check CHECK (kind IN ('apns', 'fcm', 'web')),
    -- Of Android's devices, the token is FCM's own.
    DROP CONSTRAINT devices_token_check,
    ADD CONSTRAINT devices_token_check CHECK (
        CASE kind WHEN 'fcm' THEN token ~ '^[A-Za-z0-9:_-]+$' AND length(token) BETWEEN 16 AND 1000 ELSE token ~ '^[0-9a-f]{16,200}$' END);

-- A key for Android is a service account of Google's: `topic` is its project, `team_id` its address, and `key_id` the id of its key. Its
-- `environment` is always production.
ALTER TABLE push_credentials
    ADD COLUMN kind text NOT NULL DEFAULT 'apns' CHECK (kind IN ('apns', 'fcm')),
    DROP CONSTRAINT push_credentials_topic_unique,
    ADD CONSTRAINT push_credentials_topic_unique UNIQUE (tenant_id, kind, topic, environment);
-- A token doesn't say to which project it belongs, so a community has one key for all of Android's devices.
CREATE UNIQUE INDEX push_credentials_fcm ON push_credentials (tenant_id) WHERE kind = 'fcm';
