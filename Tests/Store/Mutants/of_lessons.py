"""Stamps of assignments, of who teaches them and of their entries that are left out."""

from mutant import LESSONS, Mutant

_STAMPS = "sql/migrations/0049_class_stamps.sql"


def _mutant(name: str, sentence: str, text: str, replacement: str = "", file: str = _STAMPS, is_equivalent: bool = False) -> Mutant:
    return Mutant(name, sentence, file, text, replacement, suites=(LESSONS,), is_equivalent=is_equivalent)


LESSON_STAMPS = [
    _mutant(
        "assignment-made", "It has no stamp since when there is an assignment.",
        """teachers' alone.
    ADD COLUMN joined_xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
""", """teachers' alone.
    ADD COLUMN joined_xid xid8 NOT NULL DEFAULT '3'::xid8,
"""),
    _mutant(
        "assignment-changed", "An assignment is not stamped when its state changes.",
        """    NEW.changed_xid := pg_current_xact_id();
    NEW.archive_xid := CASE WHEN NEW.completed_at < 'infinity' THEN NEW.changed_xid END;
""", """    NEW.archive_xid := CASE WHEN NEW.completed_at < 'infinity' THEN pg_current_xact_id() END;
"""),
    _mutant(
        "task-changed", "The assignments of a task are not stamped when it changes.",
        """    PERFORM stamp_assignments(NEW.tenant_id, ARRAY(
        SELECT a.id FROM assignments AS a WHERE a.tenant_id = NEW.tenant_id AND a.task_id = NEW.id));
"""),
    _mutant(
        "teachers-changed", "The assignments of a task are not stamped when somebody joins or leaves its teachers.",
        """    PERFORM stamp_assignments(m.tenant_id, ARRAY(
        SELECT a.id FROM assignments AS a
        JOIN tasks AS t ON t.tenant_id = a.tenant_id AND t.id = a.task_id
        WHERE a.tenant_id = m.tenant_id AND a.task_id = m.task_id));
"""),
    _mutant(
        "entry-made", "An entry has no stamp when it is made.",
        "ALTER TABLE entries ADD COLUMN changed_xid xid8 NOT NULL DEFAULT pg_current_xact_id();",
        "ALTER TABLE entries ADD COLUMN changed_xid xid8 NOT NULL DEFAULT '3'::xid8;"),
    _mutant(
        "entry-made-assignment", "An entry that is made does not stamp its assignment.",
        """        changed_xid = NEW.changed_xid,
        archive_xid = CASE WHEN a.completed_at < 'infinity' THEN NEW.changed_xid END
""", """        archive_xid = CASE WHEN a.completed_at < 'infinity' THEN NEW.changed_xid END
"""),
    _mutant(
        "entry-made-archive", "An entry that is made does not stamp the teachers' rows of a completed assignment.",
        "(r.user_id IS DISTINCT FROM NEW.author_id)::integer, archive_xid = finished", "(r.user_id IS DISTINCT FROM NEW.author_id)::integer"),
    _mutant(
        "entry-changed", "An entry has no stamp when it is edited or deleted.",
        """CREATE FUNCTION entry_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.changed_xid := pg_current_xact_id();
""", """CREATE FUNCTION entry_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
"""),
    _mutant(
        "entries-changed-assignment", "An entry that is edited or deleted does not stamp its assignment.",
        """    PERFORM stamp_assignments(c.tenant_id, array_agg(DISTINCT c.assignment_id)) FROM changed AS c GROUP BY c.tenant_id;
"""),
    _mutant(
        "student-read", "A student's marker has no stamp.",
        """    NEW.read_xid := pg_current_xact_id();
    IF NEW.archive_xid IS NOT NULL THEN
        NEW.archive_xid := NEW.read_xid;
    END IF;
"""),
    _mutant(
        "teacher-read", "A teacher's marker has no stamp.",
        """    NEW.changed_xid := pg_current_xact_id();
    IF NEW.archive_xid IS NOT NULL THEN
        NEW.archive_xid := NEW.changed_xid;
    END IF;
"""),
    _mutant(
        "draft-saved", "A draft, and the version that it raises, has no stamp.",
        """    SET changed_xid = pg_current_xact_id(), archive_xid = CASE WHEN r.archive_xid IS NOT NULL THEN pg_current_xact_id() END
""", """    SET changed_xid = r.changed_xid
"""),
    _mutant(
        "teacher-joined", "It has no stamp since when somebody teaches an assignment.",
        """version last changed.
    ADD COLUMN joined_xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
""", """version last changed.
    ADD COLUMN joined_xid xid8 NOT NULL DEFAULT '3'::xid8,
"""),
    _mutant(
        "teacher-joined-archive",
        "Who joins the teachers of a completed assignment has no stamp that it is found by. Nobody can see that: joining stamps what those "
        "of the task have, by teachers_told, and what comes in with a tenant is told anew to everybody.",
        "CASE WHEN a.completed_at < 'infinity' THEN pg_current_xact_id() END INTO", "CASE WHEN a.completed_at < 'infinity' THEN '3'::xid8 END INTO",
        file="sql/migrations/0072_readers_students.sql", is_equivalent=True),
    _mutant(
        "assignment-left", "Who sees an assignment no more has no stamp.",
        "    left_xid xid8 NOT NULL DEFAULT pg_current_xact_id(),", "    left_xid xid8 NOT NULL DEFAULT '3'::xid8,"),
]
