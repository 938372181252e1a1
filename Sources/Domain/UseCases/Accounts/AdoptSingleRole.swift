/// Prepares the login role to be the only role of its database (`SingleRole`). Operators' commands use it before and
/// after they migrate.
public struct AdoptSingleRole: Sendable {
    private let repository: RoleRepository

    /// Creates the use case.
    /// - Parameter database: a database connected as that role.
    public init(_ database: Database) {
        repository = RoleRepository(database: database)
    }

    /// Returns the role's name, if row security can bind the role.
    /// - Throws: `SingleRole.Fault` if the role is a superuser or bypasses row security, or if its name contains a
    ///   quote.
    public func role() async throws -> String {
        let rights = try await repository.rights()
        if rights.bypasses { throw SingleRole.Fault.bypassesRowSecurity(role: rights.name) }
        guard !rights.name.contains(where: { "'\"".contains($0) }) else { throw SingleRole.Fault.hasQuote(role: rights.name) }
        return rights.name
    }

    /// Grants operators' transactions the right to create tables, and gives them the tables that belong to the login role.
    /// The grant is needed if the hosting provider gave that right to the login role only. Tables belong to the login role
    /// after a hosting provider or a plain `pg_restore` has restored them.
    public func openSchema() async throws {
        try await repository.grantSchema(to: SingleRole.owner)
        try await repository.give(to: SingleRole.owner)
    }

    /// Sets the default settings of the role's database sessions. They are needed if a pooler opens the connections,
    /// because it doesn't send the settings that the server sends with its own connections.
    public func tune() async throws {
        try await repository.tune(try await repository.rights().name, .once)
    }
}
