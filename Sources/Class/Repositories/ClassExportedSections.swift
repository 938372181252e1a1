import Domain
import Foundation
import Postgres

// The sections of a user's data export with what they wrote, their students, and their teachers (rules 15).

extension [ExportedSection] {
    static let `class`: Self = [.teachers, .students, .tasks, .assignments, .entries, .drafts, .files]
}

extension ExportedSection {
    fileprivate static let teachers = many("teachers") { transaction, userID in
        """
        SELECT s.teacher_id AS place, json_build_object('id', s.teacher_id, 'username', u.username,
        'since', timestamp_text(s.since)) AS item
        FROM students AS s JOIN users AS u ON u.tenant_id = \(transaction.tenantID) AND u.id = s.teacher_id
        WHERE s.tenant_id = \(transaction.tenantID) AND s.student_id = \(userID)
        """
    }

    fileprivate static let students = many("students") { transaction, userID in
        """
        SELECT s.student_id AS place, json_build_object('id', s.student_id, 'username', u.username,
        'since', timestamp_text(s.since)) AS item
        FROM students AS s JOIN users AS u ON u.tenant_id = \(transaction.tenantID) AND u.id = s.student_id
        WHERE s.tenant_id = \(transaction.tenantID) AND s.teacher_id = \(userID)
        """
    }

    /// Exports the tasks that the user created. A task that has got another host and was edited since its creation is
    /// left out.
    fileprivate static let tasks = many("tasks", page: 50) { transaction, userID in
        """
        SELECT t.id AS place, json_build_object('id', t.id, 'own', t.own, 'title', t.title, 'description', t.description,
            'priority', t.priority, 'tags', t.tags, 'maxPoints', t.max_points / 100.0, 'opensAt', timestamp_text(t.opens_at), 'dueAt', timestamp_text(t.due_at),
            'locksAt', timestamp_text(t.locks_at), 'createdAt', timestamp_text(t.created_at),
            'completedAt', timestamp_text(t.completed_at)) AS item
        FROM tasks AS t
        WHERE t.tenant_id = \(transaction.tenantID) AND t.created_by = \(userID) AND (t.host_id = \(userID) OR t.own OR t.edited_at IS NULL)
        """
    }

    /// Exports the assignments that the user has as a student, once their tasks have opened. Evaluations are left out,
    /// because they belong to the teachers who wrote them.
    fileprivate static let assignments = many("assignments") { transaction, userID in
        """
        SELECT a.id AS place, json_build_object('id', a.id, 'taskID', a.task_id, 'state', a.state, 'attempt', a.attempt,
            'firstSubmittedAt', timestamp_text(a.first_submitted_at), 'submittedAt', timestamp_text(a.submitted_at),
            'dueAt', timestamp_text(a.due_at),
            'completedAt', timestamp_text(a.completed_at), 'readNumber', a.read_number) AS item
        FROM assignments AS a
        WHERE a.tenant_id = \(transaction.tenantID) AND a.student_id = \(userID)
            AND (a.opens_at IS NULL OR a.opens_at <= \(transaction.now))
        """
    }

    fileprivate static let entries = many("entries") { transaction, userID in
        """
        SELECT e.id AS place, json_build_object('id', e.id, 'assignmentID', e.assignment_id, 'number', e.number, 'action', e.action,
            'text', e.text, 'attempt', e.attempt, 'points', e.points / 100.0, 'word', e.word,
            'extendedTo', timestamp_text(e.extended_to),
            'at', timestamp_text(e.created_at)) AS item
        FROM entries AS e
        WHERE e.tenant_id = \(transaction.tenantID) AND e.author_id = \(userID) AND e.deleted_at IS NULL
        """
    }

    fileprivate static let drafts = many("drafts") { transaction, userID in
        """
        SELECT d.assignment_id AS place, json_build_object('assignmentID', d.assignment_id, 'points', d.points / 100.0, 'word', d.word,
            'text', d.text) AS item
        FROM drafts AS d WHERE d.tenant_id = \(transaction.tenantID) AND d.author_id = \(userID)
        """
    }

    /// Exports the names and sizes of the user's files, without their bytes. The user downloads the bytes from
    /// `/v1/files/{id}`.
    fileprivate static let files = many("files") { transaction, userID in
        """
        SELECT f.id AS place, json_build_object('id', f.id, 'name', f.name, 'size', f.size, 'type', f.type,
            'sha256', encode(f.sha256, 'hex'), 'taskID', f.task_id, 'entryID', f.entry_id,
            'createdAt', timestamp_text(f.created_at)) AS item
        FROM files AS f WHERE f.tenant_id = \(transaction.tenantID) AND f.uploader_id = \(userID) AND f.kind = 'file'
        """
    }
}
