import DavenportAPI
import Foundation
import Postgres

/// Reads users for an operator, who identifies them by e-mail address.
struct OperatedUserRepository: Repository {
    let transaction: TenantTransaction

    func list() async throws -> [ListedUser] {
        try await users(where: "true")
    }

    /// Returns the user with this e-mail address; nil if there is none.
    /// - Parameter email: the address. Case doesn't matter.
    func find(email: String) async throws -> ListedUser? {
        guard email.isStorable else { return nil }
        return try await users(where: "email_key = \(email.trimmed.folded)").first
    }

    private func users(where condition: SQL) async throws -> [ListedUser] {
        let rows = try await transaction.query(
            """
            SELECT id, email, username, role, created_at, suspended_at IS NOT NULL AS suspended, bot, password_hash <> '' AS has_password,
                (SELECT count(*) FROM passkeys AS p WHERE p.tenant_id = \(transaction.tenantID) AND p.user_id = users.id) AS passkeys
            FROM users
            WHERE tenant_id = \(transaction.tenantID) AND \(fragment: condition) ORDER BY email_key
            """)
        return try rows.map {
            ListedUser(
                id: try $0["id"], email: try $0["email"], username: try $0["username"], role: try $0["role"],
                createdAt: try $0["created_at"], suspended: try $0["suspended"], bot: try $0["bot"], hasPassword: try $0["has_password"],
                passkeys: try $0["passkeys"])
        }
    }
}
