import Domain

extension UseCases {
    /// Shows an operator statistics of the stored answers.
    public func showCatalogueStatus() async throws -> CatalogueStatus {
        try await database.registry { try await CatalogueCleanup(transaction: $0, now: database.clock.now).status() }
    }
}
