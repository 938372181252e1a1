import Foundation

/// Counts the notifications of all tenants that are due and not sent yet, for monitoring.
public struct ShowBacklog: Sendable {
    private let database: Database

    /// Creates the use case.
    /// - Parameter database: a database connected as the worker's role.
    public init(_ database: Database) {
        self.database = database
    }

    /// Returns the number of due notifications, and how long the oldest of them has been due.
    /// - Throws: `unavailable` if the database can't be reached.
    public func callAsFunction() async throws -> OutboxBacklog {
        try await database.transactionAcrossTenants(.singleRoundTrip) { try await OutboxRepository($0).backlog() }
    }
}
