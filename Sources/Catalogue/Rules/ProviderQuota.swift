/// A provider's quota of downloads, as the provider last reported it.
struct ProviderQuota: Sendable, Equatable {
    /// The number of downloads that are left.
    let remaining: Int
    /// The number of downloads that the quota has.
    let total: Int
    /// The number of seconds until the quota is renewed.
    let renewedIn: Int

    /// The part of the quota that is kept for people who have fetched nothing yet (rule 17.27).
    private var reserve: Int { max(1, total / 4) }

    /// Returns whether a user may have another download.
    /// - Parameters:
    ///   - own: the user's downloads of the day, including this one.
    ///   - community: the downloads of the user's tenant, including this one.
    func allows(own: Int, community: Int) -> Bool {
        remaining > reserve || own <= 1 && community <= reserve
    }
}
