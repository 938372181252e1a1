import Domain

/// Returns statistics of the stored answers; for operators.
public struct ShowCatalogueStatus: Sendable {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    /// Counts the stored answers, which all tenants share.
    public func callAsFunction() async throws -> CatalogueStatus {
        try await database.registry { try await CatalogueCleanup(transaction: $0, now: database.clock.now).status() }
    }
}
