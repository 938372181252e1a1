-- What an operator changes to have everybody in a tenant begin anew: where the database was put back to an earlier state in a way that no
-- query can see. What was told before it changed is of no use.
ALTER TABLE tenants ADD COLUMN sync_key uuid NOT NULL DEFAULT gen_random_uuid();
