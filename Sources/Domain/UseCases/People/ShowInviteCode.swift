import DavenportAPI
import Secrets

extension UseCases {
    /// Shows the code of an invite to its maker again, if the invite can still be redeemed and the server has kept the code.
    ///
    /// A code that another master key encrypts is none: the link itself goes on working.
    public func showInviteCode(_ caller: Caller, _ input: InviteReference) async throws -> KeptInviteCode {
        let kept = try await database.transaction(for: caller, .singleRoundTrip) { transaction in
            try await InviteCodeRepository(transaction).code(of: input.inviteID, by: caller.userID)
        }
        guard let kept, let masterKey = services[MasterKey.self], caller.role.mayInvite(kept.role, to: caller.tenant),
            let code = try? kept.code.text(with: masterKey)
        else { throw Problem(.notFound) }
        return KeptInviteCode(code: code)
    }
}
