-- Addresses to which no community of the deployment sends invites, since their reader asked for it. A keyed digest names none.
CREATE TABLE stopped_mail_addresses (
    digest text COLLATE "C" PRIMARY KEY,
    stopped_at timestamptz NOT NULL
);

ALTER TABLE stopped_mail_addresses ENABLE ROW LEVEL SECURITY;
ALTER TABLE stopped_mail_addresses FORCE ROW LEVEL SECURITY;
CREATE POLICY shared ON stopped_mail_addresses TO davenport_app USING (true);
GRANT SELECT, INSERT ON stopped_mail_addresses TO davenport_app;
