import DavenportAPI
import Foundation

/// Makes a role that a program logs in as: an operator's work, after migrating.
public struct CreateServingRole: Sendable {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    /// Whose rights the role has.
    public enum Program: Sendable {
        case server
        case pushWorker

        /// The role of PostgreSQL that has the rights, as the scripts of `sql` name it.
        var group: String { self == .server ? "davenport_app" : "davenport_push" }
        fileprivate var key: String { self == .server ? "DATABASE_URL" : "PUSH_DATABASE_URL" }
    }

    /// - Parameter url: the URI that the program will use; the role it names is made with its password, or given it.
    /// - Throws: `invalid` where the URI names no user, or a password that can't be one.
    public func callAsFunction(_ program: Program = .server, from url: String) async throws {
        guard let components = URLComponents(string: url), let name = components.user, !name.isEmpty else {
            throw Problem.invalid(program.key, .malformed, "must name the role of its program")
        }
        // libpq takes neither: who has no password, or what no C string can hold.
        let password = components.password.flatMap { $0.isEmpty ? nil : $0 }
        guard password?.utf8.contains(0) != true else { throw Problem.invalid(program.key, .notAllowed, "must not hold NUL") }
        try await callAsFunction(program, name: name, password: password)
    }

    /// - Parameter password: nil where the database asks the role for none, as the private one over its socket.
    public func callAsFunction(_ program: Program = .server, name: String, password: String?) async throws {
        try await RoleRepository(database: database).ensure(
            name, password: password, inRole: program.group, planning: program == .server ? .once : .asUsual)
    }
}

/// The names of the serving roles.
public enum ServingRole {
    /// Of the server with a private PostgreSQL.
    public static let local = "davenport_server"
    /// Of the push worker with a private PostgreSQL.
    public static let localWorker = "davenport_worker"
}
