import Foundation
import Postgres

/// Deletes users, with everything that refers to them.
struct AccountDeletionRepository: Sendable {
    let transaction: TenantTransaction

    init(_ transaction: TenantTransaction) {
        self.transaction = transaction
    }

    /// Erases a user, whose row is locked, from every area, and deletes the row.
    ///
    /// The last area comes first, because it may refer to the areas before it. Rows that only refer to the user are
    /// deleted with the user's row by their foreign keys.
    func delete(_ accountErasure: AccountErasure, outOf areas: [Area]) async throws {
        try await AccountRepository(transaction).wakeViewers(of: accountErasure.userID)
        let parting = areas.reversed().flatMap { $0.erasure(transaction, accountErasure) }
        let person: SQL = "DELETE FROM users WHERE tenant_id = \(transaction.tenantID) AND id = \(accountErasure.userID)"
        _ = try await transaction.pipeline(parting + [person])
    }
}
