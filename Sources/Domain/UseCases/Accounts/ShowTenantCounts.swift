import DavenportAPI

extension UseCases {
    /// Counts what waits for an admin or owner.
    public func showTenantCounts(_ caller: Caller, _ input: NoInput) async throws -> TenantCounts {
        try await database.transaction(for: caller, .singleRoundTrip) { try await PendingWorkRepository($0).counts(for: caller.userID) }
    }
}
