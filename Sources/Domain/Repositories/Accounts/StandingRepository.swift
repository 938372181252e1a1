import DavenportAPI
import Foundation
import Postgres

/// What role people have, and who is suspended.
package struct StandingRepository: Sendable {
    let transaction: TenantTransaction

    /// - Parameter transaction: in the tenant of these people.
    package init(_ transaction: TenantTransaction) {
        self.transaction = transaction
    }

    /// How somebody stands in the tenant.
    package struct Standing: Sendable {
        package let userID: UUID
        package let role: Role
        package let suspended: Bool
        package let birthday: CalendarDate?
    }

    /// Makes whatever could take the tenant its last owner happen one after the other, until the transaction ends. It comes before any
    /// person is locked.
    func lockOwnership() async throws {
        try await transaction.query("SELECT pg_advisory_xact_lock(hashtextextended(\("owners of \(transaction.tenantID)")::text, 0))")
    }

    /// How some people stand, their rows locked in the order of their ids until the transaction ends.
    package func locked(_ userIDs: [UUID]) async throws -> [UUID: Standing] {
        let rows = try await transaction.query(
            """
            SELECT id, role, suspended_at IS NOT NULL AS suspended, birthday FROM users
            WHERE tenant_id = \(transaction.tenantID) AND id = ANY (\(userIDs)::uuid[])
            ORDER BY id FOR NO KEY UPDATE
            """)
        let standings = try rows.map {
            Standing(userID: try $0["id"], role: try $0["role"], suspended: try $0["suspended"], birthday: try $0["birthday"])
        }
        return Dictionary(uniqueKeysWithValues: standings.map { ($0.userID, $0) })
    }

    /// Whether the tenant has an owner who isn't suspended, besides this one.
    func hasOwner(besides userID: UUID) async throws -> Bool {
        let rows = try await transaction.query(
            """
            SELECT FROM users
            WHERE tenant_id = \(transaction.tenantID) AND role = 'owner' AND suspended_at IS NULL AND id <> \(userID)
            LIMIT 1
            """)
        return !rows.isEmpty
    }

    /// Writes a person's role and suspension; who is suspended already has been since then.
    func update(_ userID: UUID, role: Role, suspended: Bool) async throws {
        transaction.touch([userID])
        try await transaction.query(
            """
            UPDATE users
            SET role = \(role), suspended_at = CASE WHEN \(suspended) THEN coalesce(suspended_at, \(transaction.now)) END
            WHERE tenant_id = \(transaction.tenantID) AND id = \(userID)
            """)
    }
}
