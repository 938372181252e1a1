/// Finds migrations that a database lacks.
public struct FindMissingMigrations: Sendable {
    private let database: Database

    /// - Parameter database: a database connected as the role of any of the programs.
    public init(_ database: Database) {
        self.database = database
    }

    /// Returns the missing migrations, in their order.
    /// - Parameter migrations: the names of the migrations that the program was built with.
    /// - Throws: `unavailable` if the database can't be reached.
    public func callAsFunction(of migrations: [String]) async throws -> [String] {
        let applied = Set(try await TenantRegistry(database: database).appliedMigrations())
        return migrations.filter { !applied.contains($0) }
    }
}
