import Foundation

/// Lets an operator examine a database and the rights of the role with which a program logs in.
public struct InspectDatabase: Sendable {
    private let database: Database

    /// Creates the use case.
    /// - Parameter database: a database connected as the role to examine.
    public init(_ database: Database) {
        self.database = database
    }

    /// Returns facts about the database and the role.
    /// - Throws: PostgreSQL's own error if the database can't be reached, because operators need its details.
    public func callAsFunction() async throws -> DatabaseFacts {
        try await RoleRepository(database: database).facts()
    }
}

/// Facts about a database, and about the rights of a role in it.
public struct DatabaseFacts: Sendable {
    /// The version of PostgreSQL, such as 15.8.
    public let version: String
    /// The version as a number, such as 150008.
    public let versionNumber: Int
    /// A text that identifies the database, whichever URI it is reached by.
    public let place: String
    /// Whether the server is a standby, which accepts no writes.
    public let isStandby: Bool
    /// The current time by the database's clock.
    public let time: Date
    public let role: String
    /// How many connections PostgreSQL takes from the role.
    public let connectionLimit: Int
    /// Whether the role has the rights of the server.
    public let mayServe: Bool
    /// Whether the role has the rights of the push worker.
    public let mayPush: Bool
    /// Whether the role may change the tables, or create the first ones in an empty database.
    public let mayMigrate: Bool
    /// Whether the role sees the rows of all tenants in spite of row security.
    public let seesAll: Bool
    /// Whether the role may create other roles.
    public let mayMakeRoles: Bool
}
