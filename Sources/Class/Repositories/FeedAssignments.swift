import DavenportAPI
import Domain
import Foundation
import Postgres

/// Which of somebody's assignments a page of the feed is about, noted in the transaction by its first statement, so that those behind it
/// need not look for them again. Students find theirs by themselves, teachers by the tasks that they teach.
struct FeedAssignments {
    let scope: FeedScope

    /// What is the person's of `assignment_cards` and `assignment_readers`.
    private var mine: SQL { "tenant_id = \(scope.transaction.tenantID) AND user_id = \(scope.userID)" }

    /// What is the person's, as a student, of `assignments`, called `a`.
    private var own: SQL { "a.tenant_id = \(scope.transaction.tenantID) AND a.student_id = \(scope.userID)" }

    /// Whether the person teaches now: else they see nothing of what they taught.
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

    /// Notes the assignments in which anything has changed, or which time has brought: that they open, and that they are missing. Those
    /// that are completed are found by the one stamp that stands for all others.
    var changed: SQL {
        let tenant = scope.transaction.tenantID
        let isMissing: SQL = "(passed(a.due_at, \(scope.moment)) AND NOT passed(a.due_at, \(scope.toldAt)))"
        return noted(
            """
            SELECT a.id FROM assignments AS a WHERE \(fragment: own) AND a.completed_at = 'infinity'
                AND (\(fragment: scope.isUntold("a.changed_xid")) OR \(fragment: scope.isUntold("a.read_xid"))
                    OR \(fragment: scope.hasCome("a.opens_at")) OR \(fragment: isMissing))
            UNION ALL
            SELECT a.id FROM assignments AS a WHERE \(fragment: own) AND \(fragment: scope.isUntold("a.archive_xid"))
            UNION ALL
            SELECT a.id FROM assignments AS a
            WHERE \(fragment: own) AND a.completed_at < a.opens_at AND \(fragment: scope.hasCome("a.opens_at"))
            UNION ALL
            SELECT a.id FROM task_teachers AS m
            JOIN assignment_readers AS r ON r.tenant_id = \(tenant) AND r.user_id = m.user_id AND r.task_id = m.task_id
            JOIN assignments AS a ON a.tenant_id = \(tenant) AND a.id = r.assignment_id
            WHERE m.tenant_id = \(tenant) AND m.user_id = \(scope.userID) AND m.completed_at = 'infinity' AND r.archive_xid IS NULL
                AND (\(fragment: scope.isUntold("a.changed_xid")) OR \(fragment: scope.isUntold("r.changed_xid"))
                    OR \(fragment: scope.isUntold("r.joined_xid")) OR \(fragment: isMissing))
            UNION ALL
            SELECT assignment_id FROM assignment_readers WHERE \(fragment: mine) AND \(fragment: scope.isUntold("archive_xid"))
            """)
    }

    /// Notes those of a page where everything is told, by id.
    /// - Parameter after: behind which.
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

    /// Notes those that are not archived, all of whose entries are told where everything is, and one besides.
    func active(and assignmentID: UUID?) -> SQL {
        noted(
            """
            SELECT assignment_id AS id FROM assignment_cards WHERE \(fragment: mine) AND NOT archived
            UNION SELECT id FROM (VALUES (\(assignmentID)::uuid)) AS other (id) WHERE id IS NOT NULL
            """)
    }

    /// Whether a row of `assignment_cards` is the person's, noted, and told by this pass.
    var isDue: SQL {
        """
        \(fragment: mine)
            AND assignment_id = ANY (string_to_array(current_setting('app.feed_assignments', true), ',')::uuid[])
            AND (side = 'teacher' OR coalesce(opens_at <= \(scope.moment), true)) AND \(fragment: scope.isDue("joined_xid"))
        """
    }

    /// Whether a row of `assignment_cards` is of one that was not told at all: one that is new, or has opened.
    var isNew: SQL {
        "(\(fragment: scope.isUntold("joined_xid")) OR side = 'student' AND coalesce(\(fragment: scope.hasCome("opens_at")), false))"
    }

    /// Those that the person sees no more, by id.
    func left(after place: UUID?) -> SQL {
        let tenant = scope.transaction.tenantID
        let behind: SQL = place.map { "AND f.assignment_id > \($0)" } ?? ""
        return """
            SELECT f.assignment_id FROM former_assignments AS f
            WHERE f.tenant_id = \(tenant) AND f.user_id = \(scope.userID) AND \(fragment: scope.isUntold("f.left_xid"))
                AND \(fragment: scope.isDue("f.left_xid")) \(fragment: behind) AND NOT EXISTS (
                    SELECT FROM assignment_readers AS r
                    WHERE r.tenant_id = \(tenant) AND r.assignment_id = f.assignment_id AND r.user_id = \(scope.userID))
            ORDER BY f.assignment_id LIMIT \(scope.rows)
            """
    }
}
