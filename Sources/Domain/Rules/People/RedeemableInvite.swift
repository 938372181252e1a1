import DavenportAPI
import Foundation

/// An invite that was found by its code and has uses left.
struct RedeemableInvite: Sendable {
    let id: UUID
    let role: Role
    let expiresAt: Date
    /// The user who made the invite; nil if an operator did.
    let maker: UserStub?
    let makerRole: Role?
    /// The rooms into which it leads, as its maker named them.
    let roomIDs: [UUID]

    /// Returns whether the invite's maker may still invite to its role (rules 3). An operator's invite may have any
    /// role.
    func isGood(in tenant: Tenant) -> Bool {
        makerRole?.mayInvite(role, to: tenant) ?? (maker == nil)
    }
}

extension RedeemableInvite? {
    /// Returns the invite, if there is one and its maker may still invite to its role.
    ///
    /// - Throws: `inviteInvalid` otherwise, without a reason.
    func required(in tenant: Tenant) throws -> RedeemableInvite {
        guard let self, self.isGood(in: tenant) else { throw Problem(.inviteInvalid) }
        return self
    }
}
