import Foundation
import Postgres

/// Deletes or anonymises the feedback of a user whose account is deleted.
enum FeedbackErasure {
    /// Returns the statements that delete or anonymise the user's feedback.
    ///
    /// If the user wants their words erased, the feedback is deleted. Otherwise it stays without an author, and without
    /// the request digest, because that could confirm a guess at the author.
    static func statements(_ transaction: TenantTransaction, _ accountErasure: AccountErasure) -> [SQL] {
        let theirs: SQL = "tenant_id = \(transaction.tenantID) AND author_id = \(accountErasure.userID)"
        return [
            accountErasure.erasesWords
                ? "DELETE FROM feedback WHERE \(fragment: theirs)"
                : "UPDATE feedback SET author_id = NULL, request_digest = '' WHERE \(fragment: theirs)"
        ]
    }
}
