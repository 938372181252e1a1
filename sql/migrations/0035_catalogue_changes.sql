-- When what is kept of a thing last came to differ from what was kept before, by the database's own clock: what servers remember of it is old
-- from then on.
ALTER TABLE catalogue_entries ADD COLUMN changed_at timestamptz;
CREATE INDEX catalogue_entries_changed ON catalogue_entries (changed_at);
