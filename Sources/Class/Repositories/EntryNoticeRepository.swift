import DavenportAPI
import Domain
import Foundation
import Postgres

/// Writes notifications of entries into the outbox (rules 11). Its statements must run after the assignment is locked,
/// together with the statements that create the entry.
struct EntryNoticeRepository: Sendable {
    private let transaction: TenantTransaction
    private let assignmentID: UUID
    private let userID: UUID

    init(_ transaction: TenantTransaction, on assignmentID: UUID, by userID: UUID) {
        (self.transaction, self.assignmentID, self.userID) = (transaction, assignmentID, userID)
    }

    /// Returns the statements that notify the other side of an entry, or cancel the pending notification of an earlier
    /// entry.
    /// - Parameter number: the number of the new entry.
    /// - Parameter side: the side of the entry's author: the student's or the teachers'.
    func notified(_ effect: NotificationEffect, of number: Int, _ side: Side) -> [SQL] {
        switch effect {
        case .nothing: []
        case .tells(let kind): [locked(kind), notified(kind, of: number, side)]
        case .cancels(let kind): [cancelled(kind)]
        }
    }

    /// Returns the statement that locks the pending and sending notifications of one kind about this assignment.
    ///
    /// Without the lock, a worker could finish one of them between the two parts of the statement that writes
    /// notifications. The UPDATE would skip the notification as finished, and the INSERT would still see it as unsent.
    private func locked(_ kind: NotificationKind) -> SQL {
        """
        SELECT FROM notifications AS n WHERE \(fragment: alike(kind)) AND n.state IN ('pending', 'sending')
        ORDER BY n.id FOR NO KEY UPDATE
        """
    }

    /// Returns the statement that adds the entry to an unsent notification, or writes a new notification.
    ///
    /// If a notification is being sent, the entry is added to it as well, provided that it was created less than
    /// `ClassNoticeRules.once` ago. Such a notification is then obsolete only when the recipient has read all its
    /// entries.
    ///
    /// A recipient who got a notification of the same kind within that time gets no new one. Neither does a recipient
    /// who blocks the author or is blocked by the author.
    private func notified(_ kind: NotificationKind, of number: Int, _ side: Side) -> SQL {
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

    /// Returns the condition for notifications of one kind that this user causes about this assignment.
    private func alike(_ kind: NotificationKind) -> SQL {
        "n.tenant_id = \(transaction.tenantID) AND n.about_id = \(assignmentID) AND n.actor_id = \(userID) AND n.kind = \(kind)"
    }

    /// Returns the query for the recipients of notifications of an entry. If a teacher wrote the entry, the recipient
    /// is the student. Otherwise the recipients are the task's teachers who still have a teaching role.
    /// - Parameter side: the side of the entry's author, which isn't notified.
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
