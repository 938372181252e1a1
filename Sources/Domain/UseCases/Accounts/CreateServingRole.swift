import DavenportAPI

/// The program whose rights the role gets.
public enum ServingProgram: Sendable {
    case server
    case pushWorker

    /// The PostgreSQL role that has these rights and whose member the new role becomes. The scripts in `sql` create
    /// it.
    var group: String { self == .server ? "davenport_app" : "davenport_push" }
    /// The roles of all programs.
    static let groups = [server, pushWorker].map(\.group)
    fileprivate var key: String { self == .server ? "DATABASE_URL" : "PUSH_DATABASE_URL" }
}

/// Lets an operator create the database role with which a program logs in. The database must be migrated before.
///

extension UseCases {
    /// Creates the role that a connection URI names. If the role exists, its password is set.
    /// - Parameter url: the URI with which the program will connect.
    /// - Throws: `invalid` if the URI is malformed or names no user.
    public func createServingRole(_ program: ServingProgram = .server, from url: String) async throws {
        guard let login = RoleRepository.login(in: url) else {
            throw Problem.invalid(program.key, .malformed, "must name the program's role")
        }
        try await createServingRole(program, name: login.name, password: login.password)
    }

    /// Creates a role. If it exists, its password is set.
    /// - Parameter password: the password; nil if the database requires none, as a private PostgreSQL does over its
    ///   socket.
    public func createServingRole(_ program: ServingProgram = .server, name: String, password: String?) async throws {
        try await RoleRepository(database: database).ensure(
            name, password: password, inRole: program.group, planning: program == .server ? .once : .asUsual)
    }
}

/// The names of the roles with which the programs log in to a private PostgreSQL.
public enum ServingRole {
    /// The server's role.
    public static let local = "davenport_server"
    /// The push worker's role.
    public static let localWorker = "davenport_worker"
}
