import Domain
import Foundation
import Postgres

/// The comments of a room that others answer, as fragments of the statements that write and notify.
struct AnsweredComments: Sendable {
    let transaction: TenantTransaction
    let roomID: UUID

    init(_ transaction: TenantTransaction, in roomID: UUID) {
        (self.transaction, self.roomID) = (transaction, roomID)
    }

    /// Returns the query for the author of a comment; null if it is deleted, or its author's account was.
    func author(of commentID: SQL) -> SQL {
        """
        (SELECT a.author_id FROM comments AS a
            WHERE a.tenant_id = \(transaction.tenantID) AND a.room_id = \(roomID) AND a.id = \(fragment: commentID)
                AND a.deleted_at IS NULL)
        """
    }

    /// Returns the query for the author of the comment that a new one answers. Most answer none, and their statement reads none.
    func author(of commentID: UUID?) -> SQL { commentID.map { author(of: "\($0)" as SQL) } ?? "NULL::uuid" }

    /// Returns the condition that a comment at a second can answer another one (rule 17.28). It says nothing of why it can't.
    func canAnswer(_ commentID: UUID?, at seconds: Int) -> SQL {
        guard let commentID else { return "true" }
        return """
            EXISTS (
                SELECT FROM comments AS a WHERE a.tenant_id = \(transaction.tenantID) AND a.room_id = \(roomID) AND a.id = \(commentID)
                    AND a.seconds <= \(seconds) AND a.deleted_at IS NULL)
            """
    }
}
