import DavenportAPI
import Secrets

/// Creates an invite that no user made. It serves operators. It may grant any role, and its redemption creates no
/// friendship.
public struct CreateOperatorInvite: Sendable {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    /// Creates the invite.
    /// - Parameter input: the invite's fields. Without a role, it grants the tenant's default role.
    /// - Returns: the invite with its code, which isn't stored and can't be read again.
    /// - Throws: `unavailable` if the database can't be reached.
    public func callAsFunction(_ tenant: Tenant, _ input: NewInvite) async throws -> InviteWithCode {
        try await database.transaction(in: tenant.id) { transaction in
            let made = input.made(role: input.role ?? tenant.defaultRole, at: transaction.now)
            let code = InviteCode()
            try await InviteRepository(transaction).insert(made, code: code, makerID: nil)
            try await transaction.audit(.inviteCreated, by: .operator, on: made.id, detail: made.role.rawValue)
            return InviteWithCode(invite: made, code: code.text)
        }
    }
}
