import DavenportAPI
import Domain
import Foundation
import Postgres

/// Keeps in the outbox what is to be told of entries (rules 11): statements of the pipeline that makes one. The assignment is locked.
struct EntryNoticeRepository: Sendable {
    private let transaction: TenantTransaction
    private let assignmentID: UUID
    private let userID: UUID

    init(_ transaction: TenantTransaction, on assignmentID: UUID, by userID: UUID) {
        (self.transaction, self.assignmentID, self.userID) = (transaction, assignmentID, userID)
    }

    /// Tells the other side of an entry, or nobody any more of one before.
    func told(_ effect: NotificationEffect, of number: Int, _ side: Side) -> [SQL] {
        switch effect {
        case .nothing: []
        case .tells(let kind): [locked(kind), told(kind, of: number, side)]
        case .cancels(let kind): [cancelled(kind)]
        }
    }

    /// What the same was told by stays as it is until this is told: else one that a worker ends at this moment would look unsent to the one
    /// who asks whether there is any, and sent to the one who joins it.
    private func locked(_ kind: NotificationKind) -> SQL {
        """
        SELECT FROM notifications AS n WHERE \(fragment: alike(kind)) AND n.state IN ('pending', 'sending')
        ORDER BY n.id FOR NO KEY UPDATE
        """
    }

    /// What is unsent, or being sent and from less than `ClassNoticeRules.once` ago, tells of this too: so it stays true until who is told
    /// has read all of it. Whoever was told the same less than that ago is told nothing; nor are people of whom one blocks the other.
    private func told(_ kind: NotificationKind, of number: Int, _ side: Side) -> SQL {
        let (tenant, now) = (transaction.tenantID, transaction.now)
        let limit = now - ClassNoticeRules.once
        transaction.wakeWorkers()
        return """
            WITH recipients AS (\(fragment: others(than: side))), joined AS (
                UPDATE notifications AS n SET last_number = \(number), count = n.count + 1
                WHERE \(fragment: alike(kind)) AND (n.state = 'pending' OR n.state = 'sending' AND n.created_at > \(limit))
            )
            INSERT INTO notifications (tenant_id, id, kind, recipient_id, actor_id, about_id, first_number, last_number, count,
                created_at, due_at, expires_at)
            SELECT \(tenant), gen_random_uuid(), \(kind), r.id, \(userID), \(assignmentID), \(number), \(number), 1,
                \(now), \(now), \(now + NotificationRules.lifetime)
            FROM recipients AS r
            WHERE NOT EXISTS (
                SELECT FROM blocks AS b WHERE b.tenant_id = \(tenant)
                    AND (b.blocker_id, b.blocked_id) IN ((r.id, \(userID)), (\(userID), r.id)))
            AND NOT EXISTS (
                SELECT FROM notifications AS n WHERE \(fragment: alike(kind)) AND n.recipient_id = r.id
                    AND (n.state = 'pending' OR n.state <> 'cancelled' AND n.created_at > \(limit)))
            """
    }

    private func cancelled(_ kind: NotificationKind) -> SQL {
        "UPDATE notifications AS n SET state = 'cancelled' WHERE \(fragment: alike(kind)) AND n.state = 'pending'"
    }

    /// Those of the same kind, about the same assignment, by the same person.
    private func alike(_ kind: NotificationKind) -> SQL {
        "n.tenant_id = \(transaction.tenantID) AND n.about_id = \(assignmentID) AND n.actor_id = \(userID) AND n.kind = \(kind)"
    }

    /// The student, or those of the task's teachers who teach now.
    private func others(than side: Side) -> SQL {
        let tenant = transaction.tenantID
        switch side {
        case .teacher: return "SELECT a.student_id AS id FROM assignments AS a WHERE a.tenant_id = \(tenant) AND a.id = \(assignmentID)"
        case .student:
            return """
                SELECT u.id FROM assignment_readers AS r
                JOIN users AS u ON u.tenant_id = \(tenant) AND u.id = r.user_id AND teaches(u.role)
                WHERE r.tenant_id = \(tenant) AND r.assignment_id = \(assignmentID)
                """
        }
    }
}
