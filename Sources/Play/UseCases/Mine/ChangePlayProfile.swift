import DavenportAPI
import Domain

/// Changes who may see the caller's name in results and on boards.
public struct ChangePlayProfile: UseCase {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    public func callAsFunction(_ caller: Caller, _ input: PlayProfileChange) async throws -> PlayProfile {
        try await database.transaction(for: caller, .singleRoundTrip) { transaction in
            try await PlayProfileRepository(transaction, of: caller.userID).profile(afterSetting: input.namedTo)
        }
    }
}
