import Domain

extension UseCases {
    /// Lets an operator delete stored answers that are too old, and the least recently used ones beyond the capacity.
    /// Servers do the same from time to time.
    ///
    /// Deletes answers in batches until none is left to delete.
    /// - Parameter capacity: the maximum number of answers that stay.
    /// - Returns: the number of deleted answers.
    public func pruneCatalogue(keeping capacity: Int = CatalogueRules.capacity) async throws -> Int {
        var gone = 0
        while true {
            let count = try await database.registry {
                try await CatalogueCleanup(transaction: $0, now: database.clock.now).tidy(keeping: max(0, capacity), part: 10_000)
            }
            gone += count
            if count == 0 { return gone }
        }
    }
}
