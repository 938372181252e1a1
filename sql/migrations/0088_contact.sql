-- Whom to turn to about a community: an e-mail address or a URL. And its terms: a URL.
ALTER TABLE tenants ADD COLUMN contact text, ADD COLUMN terms text;
