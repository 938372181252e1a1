-- What ended long ago goes; and an operator's retry reaches workers that have stopped a key.

-- By it the worker finds what has ended, and may go.
CREATE INDEX notifications_ended ON notifications (tenant_id, expires_at) WHERE state NOT IN ('pending', 'sending');
GRANT DELETE ON notifications TO davenport_push;

-- When an operator last asked to go on with it: a worker that has stopped it before tries it again.
ALTER TABLE push_credentials ADD COLUMN resumed_at timestamptz;
