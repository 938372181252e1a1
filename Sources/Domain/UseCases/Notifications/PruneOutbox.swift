import Foundation

/// Deletes notifications that ended long ago, whether they were sent or not (`NotificationRules.kept`).
public struct PruneOutbox: Sendable {
    private let database: Database

    /// Creates the use case.
    /// - Parameter database: a database connected as the worker's role.
    public init(_ database: Database) {
        self.database = database
    }

    /// Deletes one batch of notifications.
    /// - Returns: true if there may be more to delete.
    /// - Throws: `unavailable` if the database can't be reached.
    public func callAsFunction() async throws -> Bool {
        let (limit, atMost) = (database.clock.now - NotificationRules.kept, NotificationRules.pruneBatch)
        return try await database.transactionAcrossTenants(.singleRoundTrip) {
            try await OutboxRepository($0).prune(before: limit, atMost: atMost)
        } == atMost
    }
}
