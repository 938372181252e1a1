import Foundation
import Postgres

/// What a person leaves behind, and what goes with them.
struct AccountDeletionRepository: Sendable {
    let transaction: TenantTransaction

    init(_ transaction: TenantTransaction) {
        self.transaction = transaction
    }

    /// Takes a person, whose row is locked, out of every area and deletes them: out of the last one first, which stands above those before
    /// it. What refers to the person alone goes with their row.
    func delete(_ accountErasure: AccountErasure, outOf areas: [Area]) async throws {
        try await AccountRepository(transaction).touchViewers(of: accountErasure.userID)
        let parting = areas.reversed().flatMap { $0.erasure(transaction, accountErasure) }
        let person: SQL = "DELETE FROM users WHERE tenant_id = \(transaction.tenantID) AND id = \(accountErasure.userID)"
        _ = try await transaction.pipeline(parting + [person])
    }
}
