import DavenportAPI
import Foundation

/// An invite that was found by its code.
struct RedeemableInvite: Sendable {
    let id: UUID
    let role: Role
    let expiresAt: Date
    /// The user who made it, or nil if an operator did.
    let maker: UserStub?
    let makerRole: Role?

    /// Returns whether its maker may still give out its role (rules 3). An operator's invite may give any role.
    func isGood(in tenant: Tenant) -> Bool {
        makerRole?.mayInvite(role, to: tenant) ?? (maker == nil)
    }
}

extension RedeemableInvite? {
    /// Returns the invite if it exists and is valid.
    ///
    /// - Throws: `inviteInvalid`, whatever the reason.
    func required(in tenant: Tenant) throws -> RedeemableInvite {
        guard let self, self.isGood(in: tenant) else { throw Problem(.inviteInvalid) }
        return self
    }
}
