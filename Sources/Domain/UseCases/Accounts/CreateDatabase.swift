/// Lets a superuser of PostgreSQL create a deployment's database with its owner's role, as which operators' commands log in.
public struct CreateDatabase: Sendable {
    private let repository: OwnedDatabaseRepository

    /// Creates the use case.
    /// - Parameter database: any database of the server, connected as a superuser.
    public init(_ database: Database) {
        repository = OwnedDatabaseRepository(database: database)
    }

    /// Returns the port at which PostgreSQL listens.
    public func port() async throws -> Int { try await repository.port() }

    /// Whether a role exists that has the rights of an owner.
    public func hasOwner(_ name: String) async throws -> Bool { try await repository.hasOwner(name) }

    /// Creates the owner's role. If it exists, it gets an owner's rights and this password.
    public func createOwner(_ name: String, password: String?) async throws {
        try await repository.ensureOwner(name, password: password)
    }

    /// Returns the role that owns a database; nil if there is no such database.
    public func owner(of name: String) async throws -> String? { try await repository.owner(of: name) }

    /// Creates an empty database.
    public func callAsFunction(_ name: String, ownedBy owner: String) async throws {
        try await repository.create(name, ownedBy: owner)
    }
}

/// The role, the password and the database that a connection URL names.
public struct DatabaseLogin: Sendable, Equatable {
    public let role: String
    /// The password; nil if the URL has none.
    public let password: String?
    /// The database's name, which is the role's if the URL names none.
    public let database: String

    /// Creates a login from a URL; nil if that is malformed or names no role.
    public init?(url: String) {
        guard let login = RoleRepository.login(in: url), let database = RoleRepository.database(in: url) else { return nil }
        (role, password, self.database) = (login.name, login.password, database)
    }
}
