import Domain

/// Deletes answers that are too old, and the least recently used ones beyond the capacity; for operators. Servers do
/// the same now and then.
public struct PruneCatalogue: Sendable {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    /// Deletes in batches until nothing is left to delete.
    /// - Parameter capacity: the most answers that may stay.
    /// - Returns: how many were deleted.
    public func callAsFunction(keeping capacity: Int = CatalogueRules.capacity) async throws -> Int {
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
