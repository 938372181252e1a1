import DavenportAPI

extension UseCases {
    /// Lists the bots of the caller's community, without their secrets.
    public func listBots(_ caller: Caller, _ input: NoInput) async throws -> Items<Bot> {
        Items(try await database.transaction(for: caller, .singleRoundTrip) { try await BotRepository($0).list() })
    }
}
