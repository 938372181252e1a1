import DavenportAPI

extension UseCases {
    /// Shows the words that the caller's tenant filters.
    public func showFilter(_ caller: Caller, _ input: NoInput) async throws -> WordFilter {
        try await database.transaction(for: caller, .singleRoundTrip) { try await FilterRepository($0).filter().filter }
    }
}
