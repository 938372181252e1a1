/// Finds the time zones that people or tenants have set and that PostgreSQL knows by no name: an operator's question.
public struct FindUnknownTimeZones: Sendable {
    private let database: Database
    private let areas: [Area]

    /// - Parameter database: as the owner, who sees every tenant.
    public init(_ database: Database, areas: [Area]) {
        (self.database, self.areas) = (database, areas)
    }

    /// Returns each name with the number of rows that have it, the most frequent first.
    /// - Throws: `unavailable` where the database is away.
    public func callAsFunction() async throws -> [(name: String, count: Int)] {
        try await TimeZoneRepository(database: database).unknown(in: areas.flatMap { $0.zones })
    }
}
