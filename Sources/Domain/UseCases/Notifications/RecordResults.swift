import Foundation

/// Marks what became of deliveries.
public struct RecordResults: Sendable {
    private let database: Database

    /// - Parameter database: as the worker's role.
    public init(_ database: Database) {
        self.database = database
    }

    /// - Returns: the notifications that ended by it.
    /// - Throws: `unavailable` where the database is away; nothing is marked then, and the same may be told again.
    public func callAsFunction(_ results: [DeliveryResult]) async throws -> [EndedNotifications] {
        try await database.transactionAcrossTenants(.singleRoundTrip) { try await OutboxRepository($0).record(results) }
    }
}
