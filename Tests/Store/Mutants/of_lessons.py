"""Missing stamps of assignments, their readers and entries. The suites' own tests say which of the two sides detects each."""

from mutant import LESSONS, Mutant

_STAMPS = "sql/migrations/0049_class_stamps.sql"
_SUITES = (LESSONS,)
_MOVED = (LESSONS, ("MovingTests",))
_NOW = "xid8 NOT NULL DEFAULT pg_current_xact_id()"
_OLD = "xid8 NOT NULL DEFAULT '3'::xid8"


def _left_out(name: str, sentence: str, text: str, replacement: str, file: str = _STAMPS, is_equivalent: bool = False) -> Mutant:
    return Mutant(name, sentence, file, text, replacement, _SUITES, is_equivalent)


_OF_ASSIGNMENTS = f"""    ADD COLUMN joined_xid {_NOW},
    ADD COLUMN changed_xid {_NOW},
    ADD COLUMN read_xid {_NOW},
"""
_OF_READERS = f"""    ADD COLUMN joined_xid {_NOW},
    ADD COLUMN changed_xid {_NOW},
    -- As the assignment's"""
_OF_STUDENTS_MARKER = """    NEW.read_xid := pg_current_xact_id();
    IF NEW.archive_xid IS NOT NULL THEN
        NEW.archive_xid := NEW.read_xid;
    END IF;
"""
_OF_TEACHERS_MARKER = """    NEW.changed_xid := pg_current_xact_id();
    IF NEW.archive_xid IS NOT NULL THEN
        NEW.archive_xid := NEW.changed_xid;
    END IF;
"""
_OF_VERSION = "SET changed_xid = pg_current_xact_id(), archive_xid = CASE WHEN r.archive_xid IS NOT NULL THEN pg_current_xact_id() END"

LESSON_STAMPS = [
    _left_out(
        "assignment-made",
        "The creation of an assignment has no stamp.",
        _OF_ASSIGNMENTS,
        _OF_ASSIGNMENTS.replace(_NOW, _OLD, 1)),
    _left_out(
        "assignment-made-changed",
        "What both sides see of an assignment has no stamp when it is made. No test can see that: its student finds it by the stamp of their "
        "marker, and a teacher by that of when they began to read it, which are of the same transaction.",
        _OF_ASSIGNMENTS,
        _OF_ASSIGNMENTS.replace(f"changed_xid {_NOW}", f"changed_xid {_OLD}"),
        is_equivalent=True),
    _left_out(
        "assignment-made-read",
        "A student's marker has no stamp when the assignment is made. No test can see that: they find it by the stamp of what both sides see.",
        _OF_ASSIGNMENTS,
        _OF_ASSIGNMENTS.replace(f"read_xid {_NOW}", f"read_xid {_OLD}"),
        is_equivalent=True),
    _left_out(
        "reader-joined",
        "The beginning of a teacher's reading has no stamp.",
        _OF_READERS,
        _OF_READERS.replace(_NOW, _OLD, 1)),
    _left_out(
        "reader-made",
        "A teacher's own values have no stamp when they begin to read. No test can see that: they find the assignment by the stamp of when they "
        "began, and a completed one by that of the archive, which are of the same transaction.",
        _OF_READERS,
        _OF_READERS.replace(f"changed_xid {_NOW}", f"changed_xid {_OLD}"),
        is_equivalent=True),
    _left_out(
        "entry-made",
        "An entry has no stamp when it is made.",
        f"ALTER TABLE entries ADD COLUMN changed_xid {_NOW};",
        f"ALTER TABLE entries ADD COLUMN changed_xid {_OLD};"),
    _left_out(
        "assignment-left",
        "The loss of access to an assignment has no stamp.",
        f"left_xid {_NOW},",
        f"left_xid {_OLD},"),
    _left_out(
        "assignment-stamped",
        "An assignment is not stamped when it changes.",
        """    NEW.changed_xid := pg_current_xact_id();
    NEW.archive_xid := CASE WHEN NEW.completed_at < 'infinity' THEN NEW.changed_xid END;
""",
        """    NEW.archive_xid := CASE WHEN NEW.completed_at < 'infinity' THEN pg_current_xact_id() END;
"""),
    _left_out(
        "assignment-stamped-archive",
        "A completed assignment is not stamped for its student when it changes, nor for its teachers.",
        """    NEW.archive_xid := CASE WHEN NEW.completed_at < 'infinity' THEN NEW.changed_xid END;
""",
        ""),
    _left_out(
        "assignment-stamped-readers",
        "A completed assignment is not stamped for its teachers when it changes.",
        "    IF NEW.archive_xid IS DISTINCT FROM OLD.archive_xid THEN",
        "    IF false THEN"),
    _left_out(
        "around-changed",
        "A change around an assignment does not stamp it.",
        "    SET changed_xid = pg_current_xact_id(), archive_xid = CASE WHEN a.archive_xid IS NOT NULL THEN pg_current_xact_id() END\n",
        "    SET archive_xid = CASE WHEN a.archive_xid IS NOT NULL THEN pg_current_xact_id() END\n"),
    _left_out(
        "around-archive",
        "A change around a completed assignment does not stamp it for its student.",
        "    SET changed_xid = pg_current_xact_id(), archive_xid = CASE WHEN a.archive_xid IS NOT NULL THEN pg_current_xact_id() END\n",
        "    SET changed_xid = pg_current_xact_id()\n"),
    _left_out(
        "around-readers",
        "A change around a completed assignment does not stamp it for its teachers.",
        """    UPDATE assignment_readers AS r SET archive_xid = pg_current_xact_id()
    WHERE r.tenant_id = tenant AND r.assignment_id = ANY (changed) AND r.archive_xid <> pg_current_xact_id();
""",
        ""),
    _left_out(
        "task-stamp",
        "A task that changes does not stamp its assignments.",
        """    PERFORM stamp_assignments(NEW.tenant_id, ARRAY(
        SELECT a.id FROM assignments AS a WHERE a.tenant_id = NEW.tenant_id AND a.task_id = NEW.id));
""",
        ""),
    _left_out(
        "teacher-comes-stamp",
        "A new teacher of a task does not stamp its assignments.",
        "CREATE TRIGGER teachers_told AFTER INSERT OR DELETE ON task_teachers",
        "CREATE TRIGGER teachers_told AFTER DELETE ON task_teachers"),
    _left_out(
        "teacher-leaves-stamp",
        "A teacher who leaves a task does not stamp its assignments.",
        "CREATE TRIGGER teachers_told AFTER INSERT OR DELETE ON task_teachers",
        "CREATE TRIGGER teachers_told AFTER INSERT ON task_teachers"),
    _left_out(
        "entry-changed",
        "An entry is not stamped when it is deleted or loses its author.",
        """BEGIN
    NEW.changed_xid := pg_current_xact_id();
    RETURN NEW;
END
$$;
REVOKE ALL ON FUNCTION entry_changed()""",
        """BEGIN
    RETURN NEW;
END
$$;
REVOKE ALL ON FUNCTION entry_changed()"""),
    _left_out(
        "entries-changed-assignment",
        "An entry that is deleted or loses its author does not stamp its assignment.",
        "    PERFORM stamp_assignments(c.tenant_id, array_agg(DISTINCT c.assignment_id)) FROM changed AS c GROUP BY c.tenant_id;\n",
        ""),
    _left_out(
        "entry-made-assignment",
        "An entry that is made does not stamp its assignment.",
        """        changed_xid = NEW.changed_xid,
        archive_xid = CASE""",
        """        archive_xid = CASE"""),
    _left_out(
        "entry-made-archive",
        "An entry that is made in a completed assignment does not stamp it for its student; for its teachers it does.",
        """        changed_xid = NEW.changed_xid,
        archive_xid = CASE WHEN a.completed_at < 'infinity' THEN NEW.changed_xid END
    WHERE a.tenant_id = NEW.tenant_id AND a.id = NEW.assignment_id
    RETURNING a.archive_xid INTO finished;
""",
        """        changed_xid = NEW.changed_xid
    WHERE a.tenant_id = NEW.tenant_id AND a.id = NEW.assignment_id
    RETURNING CASE WHEN a.completed_at < 'infinity' THEN NEW.changed_xid END INTO finished;
"""),
    _left_out(
        "entry-made-readers",
        "An entry that is made in a completed assignment does not stamp it for its teachers.",
        "(r.user_id IS DISTINCT FROM NEW.author_id)::integer, archive_xid = finished\n",
        "(r.user_id IS DISTINCT FROM NEW.author_id)::integer\n"),
    _left_out(
        "student-read",
        "A student's marker has no stamp.",
        _OF_STUDENTS_MARKER,
        """    IF NEW.archive_xid IS NOT NULL THEN
        NEW.archive_xid := pg_current_xact_id();
    END IF;
"""),
    _left_out(
        "student-read-archive",
        "A student's marker in a completed assignment has no stamp by which it is found.",
        _OF_STUDENTS_MARKER,
        """    NEW.read_xid := pg_current_xact_id();
"""),
    _left_out(
        "teacher-read",
        "A teacher's marker has no stamp.",
        _OF_TEACHERS_MARKER,
        """    IF NEW.archive_xid IS NOT NULL THEN
        NEW.archive_xid := pg_current_xact_id();
    END IF;
"""),
    _left_out(
        "teacher-read-archive",
        "A teacher's marker in a completed assignment has no stamp by which it is found.",
        _OF_TEACHERS_MARKER,
        """    NEW.changed_xid := pg_current_xact_id();
"""),
    _left_out(
        "version-changed",
        "A draft has no stamp.",
        _OF_VERSION,
        _OF_VERSION.replace("changed_xid = pg_current_xact_id(), ", "")),
    _left_out(
        "version-changed-archive",
        "A draft in a completed assignment has no stamp by which it is found.",
        _OF_VERSION,
        "SET changed_xid = pg_current_xact_id()"),
    _left_out(
        "reader-begins-archive",
        "A completed assignment is not stamped for a teacher who begins to read it.",
        "CASE WHEN a.completed_at < 'infinity' THEN pg_current_xact_id() END INTO NEW.student_id, NEW.archive_xid",
        "NULL::xid8 INTO NEW.student_id, NEW.archive_xid",
        file="sql/migrations/0072_readers_students.sql"),
    _left_out(
        "reader-left-again",
        "A teacher who leaves a task a second time keeps the stamp of the first.",
        "DO UPDATE SET left_at = excluded.left_at, left_xid = excluded.left_xid;",
        "DO UPDATE SET left_at = excluded.left_at;"),
    Mutant(
        "reader-comes-in",
        "A completed assignment has no stamp for its teachers when a tenant moves here.",
        _STAMPS,
        """CREATE TRIGGER finished_reader_comes_in BEFORE INSERT ON assignment_readers
    FOR EACH ROW WHEN (current_setting('app.importing', true) = 'on') EXECUTE FUNCTION reader_begins();
""",
        "",
        _MOVED),
    Mutant(
        "assignment-comes-in",
        "A completed assignment has no stamp for its student when a tenant moves here.",
        _STAMPS,
        """    NEW.archive_xid := pg_current_xact_id();
    RETURN NEW;
""",
        """    RETURN NEW;
""",
        _MOVED),
]
