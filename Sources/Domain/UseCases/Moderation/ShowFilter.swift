import DavenportAPI

/// Shows the words that the caller's tenant filters.
public struct ShowFilter: UseCase {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    public func callAsFunction(_ caller: Caller, _ input: NoInput) async throws -> WordFilter {
        try await database.transaction(for: caller, .singleRoundTrip) { try await FilterRepository($0).filter().filter }
    }
}
