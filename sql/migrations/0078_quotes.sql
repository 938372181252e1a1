-- The line of the show or movie that a comment is about, as its author copied it; null without one. It refers to no track of subtitles.
ALTER TABLE comments ADD COLUMN quote text CHECK (quote <> '' AND (quote IS NULL OR deleted_at IS NULL));
GRANT UPDATE (quote) ON comments TO davenport_app;
