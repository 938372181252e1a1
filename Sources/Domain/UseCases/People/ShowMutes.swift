import DavenportAPI

/// Shows the people and words that the caller mutes.
public struct ShowMutes: UseCase {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    public func callAsFunction(_ caller: Caller, _ input: NoInput) async throws -> Mutes {
        try await database.transaction(for: caller, .singleRoundTrip) { try await MuteRepository($0).mutes(of: caller.userID) }
    }
}
