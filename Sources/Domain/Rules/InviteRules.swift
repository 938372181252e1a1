import DavenportAPI

extension InviteRepository.Redeemable {
    /// Whether its maker may still give out its role (rules.md 3). An operator's invite gives any.
    func isGood(in tenant: Tenant) -> Bool {
        makerRole?.mayInvite(role, to: tenant) ?? (maker == nil)
    }
}

extension InviteRepository.Redeemable? {
    /// The invite, where there is one that is still good.
    /// - Throws: `inviteInvalid`, whatever is wrong with it.
    func required(in tenant: Tenant) throws -> InviteRepository.Redeemable {
        guard let self, self.isGood(in: tenant) else { throw Problem(.inviteInvalid) }
        return self
    }
}
