-- Until when a person who came by open sign-up has a quarter of each rate limit, and may not write links. Null for all others.
ALTER TABLE users ADD COLUMN braked_until timestamptz;
