import DavenportAPI
import Foundation
import Postgres

/// Reads and writes which users block which others.
struct BlockRepository: Repository {
    let transaction: TenantTransaction

    /// Returns the users that a user blocks, sorted by the username that the blocking user sees.
    func list(of userID: UUID) async throws -> [UserStub] {
        try await transaction.query(listed(of: userID)).map { try UserStub($0) }
    }

    /// Returns the query for the users that a user blocks.
    func listed(of userID: UUID) -> SQL {
        """
        SELECT \(fragment: Self.viewerColumns) FROM blocks AS b
        JOIN users AS u ON u.tenant_id = \(transaction.tenantID) AND u.id = b.blocked_id
        \(fragment: seen(by: userID))
        WHERE b.tenant_id = \(transaction.tenantID) AND b.blocker_id = \(userID)
        ORDER BY lower(coalesce(hides.blocker_username, u.username)), u.id
        """
    }

    /// Stores that one user blocks another, together with the blocker's current username. The blocked user keeps seeing
    /// that username. If the block exists already, nothing changes.
    func insert(_ userID: UUID, blocks other: UUID) async throws {
        try await transaction.query(
            """
            INSERT INTO blocks (tenant_id, blocker_id, blocked_id, created_at, blocker_username)
            SELECT \(transaction.tenantID), id, \(other), \(transaction.now), username FROM users
            WHERE tenant_id = \(transaction.tenantID) AND id = \(userID)
            ON CONFLICT DO NOTHING
            """)
    }

    /// Deletes the block of one user against another.
    func delete(_ userID: UUID, blocks other: UUID) async throws {
        try await transaction.query(
            "DELETE FROM blocks WHERE tenant_id = \(transaction.tenantID) AND blocker_id = \(userID) AND blocked_id = \(other)")
    }

    /// The columns of a `UserStub` from `users AS u`, with what a certain viewer sees of that user. The statement must
    /// also have the join `seen(by:)`.
    ///
    /// If the user blocks the viewer, the columns have the username from the time of the block. They have no picture,
    /// because the server wouldn't send it (rules 4).
    static let viewerColumns: SQL = """
        u.id, coalesce(hides.blocker_username, u.username) AS username, u.identity_color,
        CASE WHEN hides.blocker_id IS NULL THEN u.avatar_version END AS avatar_version, u.bot
        """

    /// Returns the join that adds the block by which the user in `users AS u` blocks the viewer, if there is one.
    func seen(by viewerID: UUID) -> SQL {
        """
        LEFT JOIN blocks AS hides
            ON hides.tenant_id = \(transaction.tenantID) AND hides.blocker_id = u.id AND hides.blocked_id = \(viewerID)
        """
    }
}
