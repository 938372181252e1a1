import Foundation

/// How much of all tenants is due and not told yet, for whoever watches the workers.
public struct ShowBacklog: Sendable {
    private let database: Database

    /// - Parameter database: as the worker's role.
    public init(_ database: Database) {
        self.database = database
    }

    /// - Throws: `unavailable` where the database is away.
    public func callAsFunction() async throws -> OutboxBacklog {
        try await database.transactionAcrossTenants(.singleRoundTrip) { try await OutboxRepository($0).backlog() }
    }
}
