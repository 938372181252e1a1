-- Tasks that somebody makes for themselves alone: without a teacher, and with one assignment, which is theirs.
ALTER TABLE tasks
    ADD COLUMN own boolean NOT NULL DEFAULT false CHECK (NOT own OR host_id IS NULL AND teacher_ids = '{}');
