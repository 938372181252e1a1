-- The words that a community doesn't want to read, and what becomes of a text that has one. The id is another one for each list of words, and
-- null without words, so that a server can cache the list, and needs no query to find out that there is none.
ALTER TABLE tenants
    ADD COLUMN filter_id uuid,
    ADD COLUMN filter_words text[] NOT NULL DEFAULT '{}' CHECK (cardinality(filter_words) <= 500),
    ADD COLUMN filter_action text NOT NULL DEFAULT 'refuse' CHECK (filter_action IN ('refuse', 'report')),
    ADD CONSTRAINT tenants_filter_check CHECK ((filter_id IS NULL) = (cardinality(filter_words) = 0));
-- The community's admins change it.
GRANT UPDATE (filter_id, filter_words, filter_action) ON tenants TO davenport_app;
