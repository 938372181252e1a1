import DavenportAPI
import Secrets

extension UseCases {
    /// Lets an operator create an invite, which may have any role. A user who redeems it becomes nobody's friend.
    /// - Parameter input: the fields of the invite. Without a role, it has the tenant's default role.
    /// - Returns: the invite with its code. The code isn't stored and can't be read again.
    /// - Throws: `unavailable` if the database can't be reached.
    public func createOperatorInvite(_ tenant: Tenant, _ input: NewInvite) async throws -> InviteWithCode {
        try await database.transaction(in: tenant.id) { transaction in
            let made = input.made(role: input.role ?? tenant.defaultRole, at: transaction.now)
            let code = InviteCode()
            try await InviteRepository(transaction).insert(made, code: code, makerID: nil)
            try await transaction.audit(.inviteCreated, by: .operator, on: made.id, detail: made.role.rawValue)
            return InviteWithCode(invite: made, code: code.text)
        }
    }
}
