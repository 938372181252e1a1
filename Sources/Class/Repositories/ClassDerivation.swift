import Domain
import Foundation
import Postgres

/// Checks the columns that triggers derive from entries and teachers.
enum ClassDerivation {
    /// Returns statements that recompute the derived columns and return a row for each stored value that is wrong. The
    /// row's only column names the place of that value.
    static func statements(_ transaction: TenantTransaction) -> [SQL] {
        let tenant = transaction.tenantID
        return [assignments(tenant), readers(tenant), tasks(tenant)]
    }

    private static func assignments(_ tenant: UUID) -> SQL {
        """
        SELECT 'assignment ' || a.id AS wrong FROM assignments AS a
        JOIN tasks AS t ON t.tenant_id = \(tenant) AND t.id = a.task_id
        CROSS JOIN LATERAL (
            SELECT coalesce(max(e.number), 0) AS last,
                count(*) FILTER (WHERE e.author_id = a.student_id AND e.deleted_at IS NULL) AS own,
                count(*) FILTER (
                    WHERE e.author_id IS DISTINCT FROM a.student_id AND e.deleted_at IS NULL AND e.number > a.read_number) AS unread
            FROM entries AS e WHERE e.tenant_id = \(tenant) AND e.assignment_id = a.id) AS e
        WHERE a.tenant_id = \(tenant) AND (
            a.last_number <> e.last OR a.student_entry_count <> e.own OR a.unread_count <> e.unread
            OR (a.opens_at, a.task_due_at, a.task_locks_at, a.task_closed)
                IS DISTINCT FROM (t.opens_at, t.due_at, t.locks_at, t.closed OR t.host_id IS NULL AND NOT t.own)
            OR (a.completed_at < 'infinity') <> (a.state IN ('done', 'excused') OR a.closed)
            -- Each teacher reads it: whose names are seen goes by that.
            OR (SELECT count(*) FROM assignment_readers AS r WHERE r.tenant_id = \(tenant) AND r.assignment_id = a.id)
                <> (SELECT count(*) FROM task_teachers AS m WHERE m.tenant_id = \(tenant) AND m.task_id = a.task_id))
        """
    }

    private static func readers(_ tenant: UUID) -> SQL {
        """
        SELECT 'what ' || r.user_id || ' has read of assignment ' || r.assignment_id AS wrong FROM assignment_readers AS r
        JOIN assignments AS a ON a.tenant_id = \(tenant) AND a.id = r.assignment_id
        WHERE r.tenant_id = \(tenant) AND (
            r.unread_count <> unread_entries(\(tenant), r.assignment_id, r.user_id, r.read_number)
            OR r.student_id IS DISTINCT FROM a.student_id OR r.task_id <> a.task_id)
        """
    }

    private static func tasks(_ tenant: UUID) -> SQL {
        """
        SELECT 'task ' || t.id AS wrong FROM tasks AS t
        CROSS JOIN LATERAL (
            SELECT coalesce(bool_and(a.completed_at < 'infinity'), false) AS complete
            FROM assignments AS a WHERE a.tenant_id = \(tenant) AND a.task_id = t.id) AS a
        WHERE t.tenant_id = \(tenant) AND (
            (t.completed_at < 'infinity') <> a.complete
            OR t.teacher_ids <> ARRAY(
                SELECT m.user_id FROM task_teachers AS m
                WHERE m.tenant_id = \(tenant) AND m.task_id = t.id ORDER BY m.since, m.user_id)
            OR EXISTS (
                SELECT FROM task_teachers AS m
                WHERE m.tenant_id = \(tenant) AND m.task_id = t.id AND m.completed_at <> t.completed_at))
        """
    }
}
