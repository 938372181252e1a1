import DavenportAPI
import Foundation

/// An invite that a code stands for.
struct RedeemableInvite: Sendable {
    let id: UUID
    let role: Role
    let expiresAt: Date
    /// Nil where an operator made it.
    let maker: UserStub?
    let makerRole: Role?

    /// Whether its maker may still give out its role (rules 3). An operator's invite gives any.
    func isGood(in tenant: Tenant) -> Bool {
        makerRole?.mayInvite(role, to: tenant) ?? (maker == nil)
    }
}

extension RedeemableInvite? {
    /// The invite, where there is one that is still good.
    /// - Throws: `inviteInvalid`, whatever is wrong with it.
    func required(in tenant: Tenant) throws -> RedeemableInvite {
        guard let self, self.isGood(in: tenant) else { throw Problem(.inviteInvalid) }
        return self
    }
}
