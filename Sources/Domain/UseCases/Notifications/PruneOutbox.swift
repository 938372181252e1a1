import Foundation

/// Removes what was told, or not, long ago: see `NotificationRules.kept`.
public struct PruneOutbox: Sendable {
    /// So many at once, so that the statement stays short.
    private static let batch = 5000

    private let database: Database

    public init(_ database: Database) {
        self.database = database
    }

    /// - Returns: whether there may be more.
    /// - Throws: `unavailable` where the database is away.
    public func callAsFunction() async throws -> Bool {
        let limit = database.clock.now - NotificationRules.kept
        return try await database.acrossTenants { try await OutboxRepository($0).prune(before: limit, atMost: Self.batch) } == Self.batch
    }
}
