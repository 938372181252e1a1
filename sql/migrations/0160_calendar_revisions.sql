-- When the events of a key's calendar last changed, and how often they moved, by the event's id (CalendarRevisions.swift).
-- Null until a program has asked for the calendar.
ALTER TABLE access_keys ADD COLUMN calendar jsonb CHECK (calendar IS NULL OR jsonb_typeof(calendar) = 'object' AND purpose = 'calendar');
