-- Once the account of a reporter is deleted, its report has no reporter, as the filter's has. This column tells them apart.
ALTER TABLE reports ADD COLUMN by_filter boolean NOT NULL DEFAULT false;
