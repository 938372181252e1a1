/// Makes the role that logs in the only one of its database: an operator's work, before and after migrating (`SingleRole`).
public struct AdoptSingleRole: Sendable {
    private let repository: RoleRepository

    /// - Parameter database: as that role.
    public init(_ database: Database) {
        repository = RoleRepository(database: database)
    }

    /// Finds the role, which must be one that row security can bind.
    /// - Returns: its name.
    /// - Throws: `SingleRole.Fault` where the role is a superuser or bypasses row security, or has a name with a quote.
    public func role() async throws -> String {
        let rights = try await repository.rights()
        if rights.bypasses { throw SingleRole.Fault.bypassesRowSecurity(role: rights.name) }
        guard !rights.name.contains(where: { "'\"".contains($0) }) else { throw SingleRole.Fault.hasQuote(role: rights.name) }
        return rights.name
    }

    /// Lets operators' transactions make tables where the hoster gave the schema to the role itself.
    public func openSchema() async throws {
        try await repository.grantSchema(to: SingleRole.owner)
    }

    /// Sets for each connection of the role what the server asks for with its own, for connections that a pooler makes in its place.
    public func tune() async throws {
        try await repository.tune(try await repository.rights().name, .once)
    }
}
