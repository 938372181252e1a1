import DavenportAPI

extension UseCases {
    /// Shows the caller's own account.
    public func showMe(_ caller: Caller, _ input: NoInput) async throws -> Me {
        let me = try await database.transaction(for: caller, .singleRoundTrip) { try await AccountRepository($0).me(caller.userID) }
        guard let me else { throw Problem(.unauthenticated) }
        return me
    }
}
