/// Lets an operator find time zone names in the rows of users and tenants that PostgreSQL doesn't know.
public struct FindUnknownTimeZones: Sendable {
    private let database: Database
    private let areas: [Area]

    /// Creates the use case.
    /// - Parameter database: a database connected as its owner, who sees every tenant.
    public init(_ database: Database, areas: [Area]) {
        (self.database, self.areas) = (database, areas)
    }

    /// Returns each unknown name with the number of rows that have it, most frequent first.
    /// - Throws: `unavailable` if the database can't be reached.
    public func callAsFunction() async throws -> [(name: String, count: Int)] {
        try await TimeZoneRepository(database: database).unknown(in: areas.flatMap { $0.zones })
    }
}
