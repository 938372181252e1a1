import Foundation

/// Examines a database as the role that a program logs in as. It serves operators.
public struct InspectDatabase: Sendable {
    private let database: Database

    /// - Parameter database: a database connected as the role to examine.
    public init(_ database: Database) {
        self.database = database
    }

    /// Returns the facts.
    /// - Throws: PostgreSQL's own error if the database can't be reached, because an operator needs more detail than a
    ///   client.
    public func callAsFunction() async throws -> DatabaseFacts {
        try await RoleRepository(database: database).facts()
    }
}

/// Describes a database, and the rights of a role in it.
public struct DatabaseFacts: Sendable {
    /// PostgreSQL's version, such as 15.8.
    public let version: String
    /// The version as a number, such as 150008.
    public let versionNumber: Int
    /// Identifies the database, whatever URI it is reached by.
    public let place: String
    /// Whether the server is a standby, which accepts no writes.
    public let isStandby: Bool
    /// The time of the database's own clock.
    public let time: Date
    public let role: String
    /// Whether the role has the server's rights.
    public let mayServe: Bool
    /// Whether the role has the push worker's rights.
    public let mayPush: Bool
    /// Whether the role may alter the tables, or create them if there are none yet.
    public let mayMigrate: Bool
    /// Whether the role sees every tenant's rows, whatever row security says.
    public let seesAll: Bool
    /// Whether the role may create other roles.
    public let mayMakeRoles: Bool
}
