import Foundation
import Postgres

/// Whether who began something that takes its time is still signed in.
package struct PresenceRepository: Sendable {
    private let transaction: TenantTransaction

    /// - Parameter transaction: in the caller's tenant.
    package init(_ transaction: TenantTransaction) {
        self.transaction = transaction
    }

    /// As a condition. Suspending somebody ends their sessions; those of a tenant that is suspended count for nothing.
    package func isSignedIn(_ caller: Caller) -> SQL { "EXISTS (\(fragment: session(of: caller)))" }

    /// Whether they are until the transaction ends: who signs them out waits for it.
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
