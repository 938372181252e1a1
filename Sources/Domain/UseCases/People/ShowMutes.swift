import DavenportAPI

extension UseCases {
    /// Shows the people and words that the caller mutes.
    public func showMutes(_ caller: Caller, _ input: NoInput) async throws -> Mutes {
        try await database.transaction(for: caller, .singleRoundTrip) { try await MuteRepository($0).mutes(of: caller.userID) }
    }
}
