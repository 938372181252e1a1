import Domain

/// Forgets what is over, and what was used longest ago beyond a number; for operators. Servers do the same in passing.
public struct PruneCatalogue: Sendable {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    /// - Parameter capacity: how many answers may stay.
    /// - Returns: how many went.
    public func callAsFunction(keeping capacity: Int = CatalogueRules.capacity) async throws -> Int {
        var gone = 0
        while true {
            let count = try await database.registry {
                try await CatalogueUpkeep(transaction: $0, now: database.clock.now).tidy(keeping: max(0, capacity), part: 10_000)
            }
            gone += count
            if count == 0 { return gone }
        }
    }
}
