import Foundation
import Postgres

/// Checks that the caller of a long operation is still logged in.
package struct LoginCheckRepository: Sendable {
    private let transaction: TenantTransaction

    /// Creates the repository.
    /// - Parameter transaction: a transaction in the caller's tenant.
    package init(_ transaction: TenantTransaction) {
        self.transaction = transaction
    }

    /// Returns the SQL condition that the caller is still logged in: their session exists and hasn't expired, and the
    /// tenant isn't suspended. The user's suspension needs no check, because suspending a user ends the user's
    /// sessions.
    package func isSignedIn(_ caller: Caller) -> SQL { "EXISTS (\(fragment: session(of: caller)))" }

    /// Returns whether the caller is still logged in. If so, the session's row is locked, and another transaction can't
    /// end the session before this one has ended.
    func holds(_ caller: Caller) async throws -> Bool {
        try await !transaction.query("\(fragment: session(of: caller)) FOR KEY SHARE OF s").isEmpty
    }

    private func session(of caller: Caller) -> SQL {
        """
        SELECT FROM sessions AS s
        JOIN tenants AS t ON t.id = \(transaction.tenantID) AND t.suspended_at IS NULL
        WHERE s.tenant_id = \(transaction.tenantID) AND s.id = \(caller.sessionID) AND s.user_id = \(caller.userID)
            AND s.expires_at > \(transaction.now)
        """
    }
}
