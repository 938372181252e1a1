import Domain

/// How it stands with what is kept of the catalogue; for operators.
public struct ShowCatalogueStatus: Sendable {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    /// Counts what is kept, of all communities.
    public func callAsFunction() async throws -> CatalogueStatus {
        try await database.registry { try await CatalogueUpkeep(transaction: $0, now: database.clock.now).status() }
    }
}
