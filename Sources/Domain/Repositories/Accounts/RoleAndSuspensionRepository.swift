import DavenportAPI
import Foundation
import Postgres

/// Reads and writes the roles and suspensions of users.
package struct RoleAndSuspensionRepository: Sendable {
    let transaction: TenantTransaction

    /// Creates the repository.
    /// - Parameter transaction: a transaction in the users' tenant.
    package init(_ transaction: TenantTransaction) {
        self.transaction = transaction
    }

    /// A user's role, and whether the user is suspended.
    package struct Standing: Sendable {
        package let userID: UUID
        package let role: Role
        package let suspended: Bool
        package let birthday: CalendarDate?
        /// Whether a teacher chose this role at sign-up, and nobody who runs the community has given it to them since (rule
        /// 2.21).
        package let choseRole: Bool
        package let isBot: Bool
    }

    /// Locks the tenant's ownership until the transaction ends, so that changes that could remove the last owner run
    /// one after the other. It must run before any user is locked.
    func lockOwnership() async throws {
        try await transaction.query("SELECT pg_advisory_xact_lock(hashtextextended(\("owners of \(transaction.tenantID)")::text, 0))")
    }

    /// Locks the rows of these users until the transaction ends, in the order of their ids, and returns their roles and
    /// suspensions by id.
    package func locked(_ userIDs: [UUID]) async throws -> [UUID: Standing] {
        let rows = try await transaction.query(
            """
            SELECT id, role, suspended_at IS NOT NULL AS suspended, birthday, chose_role, bot FROM users
            WHERE tenant_id = \(transaction.tenantID) AND id = ANY (\(userIDs)::uuid[])
            ORDER BY id FOR NO KEY UPDATE
            """)
        let standings = try rows.map {
            Standing(
                userID: try $0["id"], role: try $0["role"], suspended: try $0["suspended"], birthday: try $0["birthday"],
                choseRole: try $0["chose_role"], isBot: try $0["bot"])
        }
        return Dictionary(uniqueKeysWithValues: standings.map { ($0.userID, $0) })
    }

    /// Returns whether the tenant has another owner who isn't suspended.
    func hasOwner(besides userID: UUID) async throws -> Bool {
        let rows = try await transaction.query(
            """
            SELECT FROM users
            WHERE tenant_id = \(transaction.tenantID) AND role = 'owner' AND suspended_at IS NULL AND id <> \(userID)
            LIMIT 1
            """)
        return !rows.isEmpty
    }

    /// Saves a user's role, and a change of the suspension if it isn't nil. If the user is suspended already, the date of
    /// the suspension stays.
    /// - Parameter choseRole: whether the role is still the one that a teacher chose.
    func update(_ userID: UUID, role: Role, choseRole: Bool, _ suspension: SuspensionChange?) async throws {
        transaction.touch([userID])
        let changed: SQL =
            switch suspension {
            case .suspend(let until): ", suspended_at = coalesce(suspended_at, \(transaction.now)), suspended_until = \(until)"
            case .lift: ", suspended_at = NULL, suspended_until = NULL"
            case nil: ""
            }
        try await transaction.query(
            """
            UPDATE users SET role = \(role), chose_role = \(choseRole)\(fragment: changed)
            WHERE tenant_id = \(transaction.tenantID) AND id = \(userID)
            """)
    }
}
