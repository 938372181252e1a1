import DavenportAPI
import Secrets

/// Makes an invite on behalf of no member: an operator's work. It may give any role, and makes nobody friends.
public struct CreateOperatorInvite: Sendable {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    /// - Parameter input: its role is the tenant's default unless given.
    /// - Returns: the invite with its code, which is nowhere else.
    /// - Throws: `unavailable` where the database is away.
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
