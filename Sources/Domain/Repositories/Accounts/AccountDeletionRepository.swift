import Foundation
import Postgres

/// Deletes users, with everything that refers to them.
struct AccountDeletionRepository: Repository {
    let transaction: TenantTransaction

    /// Erases a user from every area, and deletes the user's row, which must be locked.
    ///
    /// Areas are erased from the last to the first, because later areas may refer to earlier ones. Rows that only refer
    /// to the user are deleted by their foreign keys, together with the user's row.
    func delete(_ accountErasure: AccountErasure, outOf areas: [Area]) async throws {
        try await AccountRepository(transaction).wakeViewers(of: accountErasure.userID)
        let parting = areas.reversed().flatMap { $0.erasure(transaction, accountErasure) }
        let person: SQL = "DELETE FROM users WHERE tenant_id = \(transaction.tenantID) AND id = \(accountErasure.userID)"
        _ = try await transaction.pipeline(parting + [person])
    }
}
