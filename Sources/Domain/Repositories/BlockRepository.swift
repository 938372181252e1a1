import DavenportAPI
import Foundation
import Postgres

/// Who wants nothing to do with whom.
struct BlockRepository: Sendable {
    let transaction: TenantTransaction

    init(_ transaction: TenantTransaction) {
        self.transaction = transaction
    }

    /// Whom somebody blocks, by username.
    func list(of userID: UUID) async throws -> [UserStub] {
        let rows = try await transaction.query(
            """
            SELECT \(fragment: UserStub.columns) FROM blocks AS b
            JOIN users AS u ON u.tenant_id = b.tenant_id AND u.id = b.blocked_id
            WHERE b.tenant_id = \(transaction.tenantID) AND b.blocker_id = \(userID) ORDER BY u.username_key
            """)
        return try rows.map { try UserStub($0) }
    }

    /// Notes that one blocks the other; said again, nothing changes.
    func insert(_ userID: UUID, blocks other: UUID) async throws {
        try await transaction.query(
            """
            INSERT INTO blocks (tenant_id, blocker_id, blocked_id, created_at)
            VALUES (\(transaction.tenantID), \(userID), \(other), \(transaction.now))
            ON CONFLICT DO NOTHING
            """)
    }

    func delete(_ userID: UUID, blocks other: UUID) async throws {
        try await transaction.query(
            "DELETE FROM blocks WHERE tenant_id = \(transaction.tenantID) AND blocker_id = \(userID) AND blocked_id = \(other)")
    }
}
