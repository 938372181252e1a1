import Domain

/// Shows an operator statistics of the stored answers.
public struct ShowCatalogueStatus: Sendable {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    /// Computes the statistics. All tenants share the answers.
    public func callAsFunction() async throws -> CatalogueStatus {
        try await database.registry { try await CatalogueCleanup(transaction: $0, now: database.clock.now).status() }
    }
}
