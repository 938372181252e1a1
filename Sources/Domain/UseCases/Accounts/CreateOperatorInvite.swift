import DavenportAPI
import Secrets

extension UseCases {
    /// Lets an operator create an invite, which may have any role. A user who redeems it becomes nobody's friend.
    /// - Parameters:
    ///   - input: the fields of the invite. Without a role, it has the tenant's default role.
    ///   - code: a new code.
    /// - Returns: the invite with its code. The code isn't stored and can't be read again.
    /// - Throws: `unavailable` if the database can't be reached.
    public func createOperatorInvite(_ tenant: Tenant, _ input: NewInvite, code: InviteCode = InviteCode()) async throws -> InviteWithCode {
        try await database.transaction(in: tenant.id) { transaction in
            let made = input.made(role: input.role ?? tenant.defaultRole, at: transaction.now)
            try await InviteRepository(transaction).insert(made, code: code, makerID: nil)
            try await transaction.audit(.inviteCreated, by: .operator, on: made.id, detail: made.role.rawValue)
            return InviteWithCode(invite: made, code: code.text)
        }
    }

    /// Whether somebody can sign up with an invite's code.
    public func isRedeemable(_ code: InviteCode, in tenant: Tenant) async throws -> Bool {
        try await database.transaction(in: tenant.id, .singleRoundTrip) { try await InviteRepository($0).find(code) } != nil
    }
}
