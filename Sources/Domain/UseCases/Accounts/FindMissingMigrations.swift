/// Which migrations a database lacks.
public struct FindMissingMigrations: Sendable {
    private let database: Database

    /// - Parameter database: as any of the programs' roles.
    public init(_ database: Database) {
        self.database = database
    }

    /// - Parameter migrations: the names of those that the program was built with.
    /// - Returns: of those, in their order.
    /// - Throws: `unavailable` where the database is away.
    public func callAsFunction(of migrations: [String]) async throws -> [String] {
        let applied = Set(try await TenantRegistry(database: database).appliedMigrations())
        return migrations.filter { !applied.contains($0) }
    }
}
