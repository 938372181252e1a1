import Foundation

/// Looks at a database as the role that a program logs in as: an operator's question.
public struct ExamineDatabase: Sendable {
    private let database: Database

    /// - Parameter database: as the role that is to be looked at.
    public init(_ database: Database) {
        self.database = database
    }

    /// - Throws: where the database is away, what PostgreSQL's library says of it: an operator wants to know more than a client.
    public func callAsFunction() async throws -> DatabaseFacts {
        try await RoleRepository(database: database).facts()
    }
}

/// How a database stands, and what a role may do there.
public struct DatabaseFacts: Sendable {
    /// PostgreSQL's, as 15.8.
    public let version: String
    /// As `version`, 150008.
    public let versionNumber: Int
    /// Tells one database from another, whatever way leads to it.
    public let place: String
    /// Whether it only follows another server, and takes no writes.
    public let isStandby: Bool
    /// Its own clock.
    public let time: Date
    public let role: String
    /// Whether the role has the server's rights.
    public let mayServe: Bool
    /// Whether the role has the push worker's rights.
    public let mayPush: Bool
    /// Whether the role may change the tables, or make them where there are none yet.
    public let mayMigrate: Bool
    /// Whether the role sees every tenant's rows, whatever row security says.
    public let seesAll: Bool
    /// Whether the role may make others.
    public let mayMakeRoles: Bool
}
