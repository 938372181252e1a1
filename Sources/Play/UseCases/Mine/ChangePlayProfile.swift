import DavenportAPI
import Domain

extension UseCases {
    /// Changes who may see the caller's name in results and on boards.
    public func changePlayProfile(_ caller: Caller, _ input: PlayProfileChange) async throws -> PlayProfile {
        try await database.transaction(for: caller, .singleRoundTrip) { transaction in
            try await PlayProfileRepository(transaction, of: caller.userID).profile(afterSetting: input.namedTo)
        }
    }
}
