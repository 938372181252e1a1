-- The provider's answers about the shows of the dashboards' rooms, in their cached form: two seasons of twenty episodes
-- each.
SET client_min_messages = warning;

-- Few people make all rooms of a load. Raise their limit, which isn't measured.
INSERT INTO tenant_limits (tenant_id, name, value) SELECT id, 'rooms', 1000000 FROM tenants;

CREATE TABLE bench.shows AS SELECT DISTINCT show_id AS show FROM rooms WHERE show_id BETWEEN 1 AND 9999;

INSERT INTO catalogue_entries (key, answer, fetched_at, used_at)
SELECT 'en-US configuration', '{"images": {"secure_base_url": "https://image.example/t/p/", "poster_sizes": ["w500"]}}', now(), now()
UNION ALL
SELECT 'en-US tv/' || show, jsonb_build_object(
    'id', show, 'name', 'Show ' || show, 'first_air_date', '2020-01-01', 'overview', repeat('What it is about. ', 20), 'seasons', (
        SELECT jsonb_agg(jsonb_build_object(
            'season_number', season, 'name', 'Season ' || season, 'episode_count', 20, 'air_date', '2020-01-01'))
        FROM generate_series(1, 2) AS season))::text, now(), now()
FROM bench.shows
UNION ALL
SELECT format('en-US tv/%s/season/%s', show, season), jsonb_build_object(
    'season_number', season, 'name', 'Season ' || season, 'episodes', (
        SELECT jsonb_agg(jsonb_build_object(
            'id', show * 100 + season * 20 + episode, 'episode_number', episode, 'name', 'Episode ' || episode, 'air_date', '2020-01-01',
            'overview', repeat('What happens. ', 20)))
        FROM generate_series(1, 20) AS episode))::text, now(), now()
FROM bench.shows, generate_series(1, 2) AS season;
