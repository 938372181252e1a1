import DavenportAPI
import Foundation
import Postgres

/// Who wants nothing to do with whom.
struct BlockRepository: Sendable {
    let transaction: TenantTransaction

    init(_ transaction: TenantTransaction) {
        self.transaction = transaction
    }

    /// Whom somebody blocks, by the username they see.
    func list(of userID: UUID) async throws -> [UserStub] {
        try await transaction.query(listed(of: userID)).map { try UserStub($0) }
    }

    /// Reads what `list` is made of.
    func listed(of userID: UUID) -> SQL {
        """
        SELECT \(fragment: Self.seenColumns) FROM blocks AS b
        JOIN users AS u ON u.tenant_id = \(transaction.tenantID) AND u.id = b.blocked_id
        \(fragment: seen(by: userID))
        WHERE b.tenant_id = \(transaction.tenantID) AND b.blocker_id = \(userID)
        ORDER BY lower(coalesce(hides.blocker_username, u.username)), u.id
        """
    }

    /// Notes that one blocks the other, and the name that the other has seen so far; said again, nothing changes.
    func insert(_ userID: UUID, blocks other: UUID) async throws {
        try await transaction.query(
            """
            INSERT INTO blocks (tenant_id, blocker_id, blocked_id, created_at, blocker_username)
            SELECT \(transaction.tenantID), id, \(other), \(transaction.now), username FROM users
            WHERE tenant_id = \(transaction.tenantID) AND id = \(userID)
            ON CONFLICT DO NOTHING
            """)
    }

    /// Takes back that one blocks the other.
    func delete(_ userID: UUID, blocks other: UUID) async throws {
        try await transaction.query(
            "DELETE FROM blocks WHERE tenant_id = \(transaction.tenantID) AND blocker_id = \(userID) AND blocked_id = \(other)")
    }

    /// What a stub is made of, of `users AS u`, for somebody whom they may block: nothing newer than the block, and no picture, which
    /// wouldn't be served (rules 4). It goes with `seen(by:)`.
    static let seenColumns: SQL = """
        u.id, coalesce(hides.blocker_username, u.username) AS username, u.identity_color,
        CASE WHEN hides.blocker_id IS NULL THEN u.avatar_version END AS avatar_version
        """

    /// Joins to `users AS u` whether they block the one who looks.
    func seen(by viewerID: UUID) -> SQL {
        """
        LEFT JOIN blocks AS hides
            ON hides.tenant_id = \(transaction.tenantID) AND hides.blocker_id = u.id AND hides.blocked_id = \(viewerID)
        """
    }
}
