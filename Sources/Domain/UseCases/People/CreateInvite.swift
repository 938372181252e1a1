import DavenportAPI
import Foundation
import Secrets

extension UseCases {
    /// Creates an invite. Its code lets people join the tenant.
    public func createInvite(_ caller: Caller, _ input: NewInvite) async throws -> InviteWithCode {
        let role = input.role ?? caller.tenant.defaultRole
        guard caller.role.mayInvite(role, to: caller.tenant) else { throw Problem(.forbidden) }
        return try await database.transaction(for: caller) { transaction in
            try await SpendAllowance(transaction: transaction)(.invites, of: caller.userID)
            let made = input.made(role: role, at: transaction.now)
            let code = InviteCode()
            try await InviteRepository(transaction).insert(made, code: code, makerID: caller.userID)
            if let email = input.email { try await mailInvite(code, to: email, by: caller, transaction) }
            return InviteWithCode(invite: made, code: code.text)
        }
    }
}

extension NewInvite {
    /// Returns the invite that this request creates at the given moment.
    func made(role: Role, at now: Date) -> Invite {
        Invite(
            id: .version7(at: now), role: role, maxUses: maxUses, expiresAt: now.adding(days: expiresInDays), note: note, createdAt: now,
            withdrawnAt: nil, redemptions: [])
    }
}
