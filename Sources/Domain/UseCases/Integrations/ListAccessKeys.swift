import DavenportAPI

extension UseCases {
    /// Lists the caller's keys, newest first, without their secrets.
    public func listAccessKeys(_ caller: Caller, _ input: NoInput) async throws -> Items<AccessKey> {
        Items(
            try await database.transaction(for: caller, .singleRoundTrip) { try await AccessKeyRepository($0).list(of: caller.userID) })
    }
}
