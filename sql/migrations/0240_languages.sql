-- The language in which the web client, browsers' notifications and mails address a person (rule 16.49); null if the browser's counts.
ALTER TABLE users ADD COLUMN language text CHECK (language ~ '^[a-z]{2}$');
GRANT SELECT (language) ON users TO davenport_push;
