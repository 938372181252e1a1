import Foundation
import Postgres

/// What becomes of the feedback of somebody who is deleted.
enum FeedbackErasure {
    /// It stays without an author, and without the digest by which a guess at the author could be confirmed; or it goes.
    static func statements(_ transaction: TenantTransaction, _ accountErasure: AccountErasure) -> [SQL] {
        let theirs: SQL = "tenant_id = \(transaction.tenantID) AND author_id = \(accountErasure.userID)"
        return [
            accountErasure.erasesWords
                ? "DELETE FROM feedback WHERE \(fragment: theirs)"
                : "UPDATE feedback SET author_id = NULL, request_digest = '' WHERE \(fragment: theirs)"
        ]
    }
}
