import DavenportAPI
import Domain

extension UseCases {
    /// Shows the caller's play statistics, and who may see the caller's name in results.
    public func showPlayProfile(_ caller: Caller, _ input: NoInput) async throws -> PlayProfile {
        try await database.transaction(for: caller, .singleRoundTrip) { transaction in
            try await PlayProfileRepository(transaction, of: caller.userID).profile()
        }
    }
}
