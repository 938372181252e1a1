import DavenportAPI

extension UseCases {
    /// Lists the users that the caller blocks.
    public func listBlocks(_ caller: Caller, _ input: NoInput) async throws -> Items<UserStub> {
        Items(try await database.transaction(for: caller, .singleRoundTrip) { try await BlockRepository($0).list(of: caller.userID) })
    }
}
