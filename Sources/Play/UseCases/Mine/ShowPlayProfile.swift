import DavenportAPI
import Domain

/// Shows the caller's play statistics, and who may see the caller's name in results.
public struct ShowPlayProfile: UseCase {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    public func callAsFunction(_ caller: Caller, _ input: NoInput) async throws -> PlayProfile {
        try await database.transaction(for: caller, .singleRoundTrip) { transaction in
            try await PlayProfileRepository(transaction, of: caller.userID).profile()
        }
    }
}
