-- A picture that only a report keeps gets a new id, so that nothing tells its uploader of the report: see `pictures_left`.
GRANT UPDATE (id) ON files TO davenport_app;
