import Domain

extension Allowance {
    /// The number of a user's look-ups per hour that may send a request to the provider while the user waits (rule 8.7). A
    /// look-up doesn't count if it gets a stored answer or joins a fetch that is in progress.
    package static let lookUps = Allowance("lookUps", 300, a: .hour)
    /// The number of such look-ups of all users of a tenant per day (rule 8.7).
    package static let lookUpsOfCommunity = Allowance("lookUpsOfCommunity", 20_000, a: .day, isShared: true)
    /// The number of a user's downloads of subtitles per day (rule 17.26). Each counts against the quota that all tenants share.
    package static let fetchedSubtitles = Allowance("fetchedSubtitles", 10, a: .day)
    /// The number of such downloads of all users of a tenant per day (rule 17.26).
    package static let fetchedSubtitlesOfCommunity = Allowance("fetchedSubtitlesOfCommunity", 50, a: .day, isShared: true)
}
