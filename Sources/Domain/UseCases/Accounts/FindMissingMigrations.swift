/// Finds the migrations that weren't run on a database yet.
public struct FindMissingMigrations: Sendable {
    private let database: Database

    /// Creates the use case.
    /// - Parameter database: a database connected as the role of any program.
    public init(_ database: Database) {
        self.database = database
    }

    /// Returns the names of the missing migrations, in the order in which they must run.
    /// - Parameter migrations: the names of the migrations that the program was built with.
    /// - Throws: `unavailable` if the database can't be reached.
    public func callAsFunction(of migrations: [String]) async throws -> [String] {
        let applied = Set(try await TenantRegistry(database: database).appliedMigrations())
        return migrations.filter { !applied.contains($0) }
    }
}
