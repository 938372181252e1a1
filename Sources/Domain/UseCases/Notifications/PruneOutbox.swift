import Foundation

/// Removes what was told, or not, long ago: see `NotificationRules.kept`.
public struct PruneOutbox: Sendable {
    private let database: Database

    /// - Parameter database: as the worker's role.
    public init(_ database: Database) {
        self.database = database
    }

    /// - Returns: whether there may be more.
    /// - Throws: `unavailable` where the database is away.
    public func callAsFunction() async throws -> Bool {
        let (limit, atMost) = (database.clock.now - NotificationRules.kept, NotificationRules.prunedAtOnce)
        return try await database.transactionAcrossTenants(.singleRoundTrip) {
            try await OutboxRepository($0).prune(before: limit, atMost: atMost)
        } == atMost
    }
}
