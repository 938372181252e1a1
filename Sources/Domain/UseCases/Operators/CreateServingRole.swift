import DavenportAPI
import Foundation

/// Makes the role that the server logs in as: an operator's work, after migrating.
public struct CreateServingRole: Sendable {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    /// - Parameter url: the URI that the server will use; the role it names is made with its password, or given it.
    /// - Throws: `invalid` where the URI names no user.
    public func callAsFunction(from url: String) async throws {
        guard let components = URLComponents(string: url), let name = components.user, !name.isEmpty else {
            throw DomainError.invalid("DATABASE_URL", .malformed, "must name the server's role")
        }
        try await callAsFunction(name: name, password: components.password)
    }

    /// - Parameter password: nil where the database asks the role for none, as the private one over its socket.
    public func callAsFunction(name: String, password: String?) async throws {
        try await RoleRepository(database: database).ensure(name, password: password, inRole: "davenport_app")
    }
}

/// The names of the serving roles.
public enum ServingRole {
    /// Of the server with a private PostgreSQL.
    public static let local = "davenport_server"
}
