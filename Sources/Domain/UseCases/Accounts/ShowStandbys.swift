/// Shows operators how the standbys follow the database, for monitoring and for `davenport check`.
public struct ShowStandbys: Sendable {
    private let database: Database

    /// Creates the use case.
    /// - Parameter database: a database connected as any role.
    public init(_ database: Database) {
        self.database = database
    }

    /// Returns facts about the standbys.
    /// - Throws: PostgreSQL's own error if the database can't be reached, or is itself a standby.
    public func callAsFunction() async throws -> StandbyFacts {
        try await StandbyRepository(database: database).facts()
    }
}

/// Facts about the standbys of a database. PostgreSQL shows some of them only to roles with the rights of
/// `pg_read_all_stats`.
public struct StandbyFacts: Sendable {
    /// The number of standbys that follow the database.
    public let count: Int
    /// The number of those for which commits wait; nil if the role may not know it.
    public let synchronous: Int?
    /// How far the last standby is behind, in bytes of PostgreSQL's log; nil if the role may not know it.
    public let lag: Int?
    /// Whether commits wait for a standby.
    public let waits: Bool
}
