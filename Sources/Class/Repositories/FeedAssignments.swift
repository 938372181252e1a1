import DavenportAPI
import Domain
import Foundation
import Postgres

/// Finds the user's assignments that a page of the sync feed needs.
///
/// The first statement of the transaction stores the assignments' ids in the transaction's setting
/// `app.feed_assignments`. Later statements read the ids from there instead of searching again. A student's assignments
/// are found by the student's id, a teacher's by the tasks that the teacher teaches.
struct FeedAssignments {
    let scope: FeedScope

    /// The condition for the rows of `assignment_cards` and `assignment_readers` that belong to the user.
    private var mine: SQL { "tenant_id = \(scope.transaction.tenantID) AND user_id = \(scope.userID)" }

    /// The condition for rows of `assignments`, with the alias `a`, whose student is the user.
    private var own: SQL { "a.tenant_id = \(scope.transaction.tenantID) AND a.student_id = \(scope.userID)" }

    /// The condition that the user has a teaching role now. Without such a role, a user doesn't see the assignments of
    /// tasks that they taught.
    private var teaches: SQL {
        """
        EXISTS (
            SELECT FROM users AS u WHERE u.tenant_id = \(scope.transaction.tenantID) AND u.id = \(scope.userID) AND teaches(u.role))
        """
    }

    private func noted(_ ids: SQL) -> SQL {
        """
        SELECT set_config('app.feed_assignments', coalesce(string_agg(id::text, ','), ''), true) FROM (
            \(fragment: ids)
        ) AS noted
        """
    }

    /// The statement that stores the ids of the assignments that have changed since the client's last sync.
    ///
    /// An assignment also changes by time alone: when it opens for its student, and when it becomes missing. An
    /// assignment has several transaction ids, one for each kind of change, until it is completed. Then it has a single
    /// one for all its changes.
    var changed: SQL {
        let tenant = scope.transaction.tenantID
        let isMissing: SQL = "(passed(a.due_at, \(scope.moment)) AND NOT passed(a.due_at, \(scope.syncedAt)))"
        return noted(
            """
            SELECT a.id FROM assignments AS a WHERE \(fragment: own) AND a.completed_at = 'infinity'
                AND (\(fragment: scope.isUnsynced("a.changed_xid")) OR \(fragment: scope.isUnsynced("a.read_xid"))
                    OR \(fragment: scope.hasCome("a.opens_at")) OR \(fragment: isMissing))
            UNION ALL
            SELECT a.id FROM assignments AS a WHERE \(fragment: own) AND \(fragment: scope.isUnsynced("a.archive_xid"))
            UNION ALL
            SELECT a.id FROM assignments AS a
            WHERE \(fragment: own) AND a.completed_at < a.opens_at AND \(fragment: scope.hasCome("a.opens_at"))
            UNION ALL
            SELECT a.id FROM task_teachers AS m
            JOIN assignment_readers AS r ON r.tenant_id = \(tenant) AND r.user_id = m.user_id AND r.task_id = m.task_id
            JOIN assignments AS a ON a.tenant_id = \(tenant) AND a.id = r.assignment_id
            WHERE m.tenant_id = \(tenant) AND m.user_id = \(scope.userID) AND m.completed_at = 'infinity' AND r.archive_xid IS NULL
                AND (\(fragment: scope.isUnsynced("a.changed_xid")) OR \(fragment: scope.isUnsynced("r.changed_xid"))
                    OR \(fragment: scope.isUnsynced("r.joined_xid")) OR \(fragment: isMissing))
            UNION ALL
            SELECT assignment_id FROM assignment_readers WHERE \(fragment: mine) AND \(fragment: scope.isUnsynced("archive_xid"))
            """)
    }

    /// Returns the statement that stores the ids of the assignments on one page of a full sync, which is sorted by id.
    /// - Parameter place: the id of the last assignment of the previous page; nil for the first page.
    func page(after place: UUID?) -> SQL {
        let (own, taught): (SQL, SQL) = (
            place.map { "AND a.id > \($0)" } ?? "", place.map { "AND assignment_id > \($0)" } ?? ""
        )
        return noted(
            """
            SELECT id FROM (
                (SELECT a.id FROM assignments AS a
                WHERE \(fragment: self.own) AND coalesce(a.opens_at <= \(scope.moment), true)
                    AND \(fragment: scope.isDue("a.joined_xid")) \(fragment: own)
                ORDER BY a.id LIMIT \(scope.rows))
                UNION ALL
                (SELECT assignment_id FROM assignment_readers
                WHERE \(fragment: mine) AND \(fragment: teaches) AND \(fragment: scope.isDue("joined_xid")) \(fragment: taught)
                ORDER BY assignment_id LIMIT \(scope.rows))
            ) AS part ORDER BY id LIMIT \(scope.rows)
            """)
    }

    /// Returns the statement that stores the ids of all assignments that aren't archived. A full sync returns all
    /// entries of these assignments.
    /// - Parameter assignmentID: another assignment whose id is stored even if it is archived: the one within which the
    ///   previous page ended.
    func active(and assignmentID: UUID?) -> SQL {
        noted(
            """
            SELECT assignment_id AS id FROM assignment_cards WHERE \(fragment: mine) AND NOT archived
            UNION SELECT id FROM (VALUES (\(assignmentID)::uuid)) AS other (id) WHERE id IS NOT NULL
            """)
    }

    /// The condition for the user's rows of `assignment_cards` that this sync returns. Their ids were stored before,
    /// and the user could see them when the sync began.
    var isDue: SQL {
        """
        \(fragment: mine)
            -- As a subquery, the text is parsed once, and not for each row.
            AND assignment_id = ANY ((SELECT string_to_array(current_setting('app.feed_assignments', true), ',')::uuid[])::uuid[])
            AND (side = 'teacher' OR coalesce(opens_at <= \(scope.moment), true)) AND \(fragment: scope.isDue("joined_xid"))
        """
    }

    /// The condition for rows of `assignment_cards` that the client hasn't received yet, because the assignment is new
    /// to the user or has opened since the last sync.
    var isNew: SQL {
        "(\(fragment: scope.isUnsynced("joined_xid")) OR side = 'student' AND coalesce(\(fragment: scope.hasCome("opens_at")), false))"
    }

    /// Returns the query for the ids of assignments that the user no longer sees.
    /// - Parameter place: the id of the last assignment of the previous page; nil for the first page.
    func left(after place: UUID?) -> SQL {
        let tenant = scope.transaction.tenantID
        let behind: SQL = place.map { "AND f.assignment_id > \($0)" } ?? ""
        return """
            SELECT f.assignment_id FROM former_assignments AS f
            WHERE f.tenant_id = \(tenant) AND f.user_id = \(scope.userID) AND \(fragment: scope.isUnsynced("f.left_xid"))
                AND \(fragment: scope.isDue("f.left_xid")) \(fragment: behind) AND NOT EXISTS (
                    SELECT FROM assignment_readers AS r
                    WHERE r.tenant_id = \(tenant) AND r.assignment_id = f.assignment_id AND r.user_id = \(scope.userID))
            ORDER BY f.assignment_id LIMIT \(scope.rows)
            """
    }
}
