import Foundation

/// Records the results of deliveries.
public struct RecordResults: Sendable {
    private let database: Database

    /// - Parameter database: a database connected as the worker's role.
    public init(_ database: Database) {
        self.database = database
    }

    /// Records the results.
    /// - Returns: the notifications that ended because of them.
    /// - Throws: `unavailable` if the database can't be reached. Then nothing is recorded, and the same pushes may be
    ///   sent again.
    public func callAsFunction(_ results: [DeliveryResult]) async throws -> [EndedNotifications] {
        try await database.transactionAcrossTenants(.singleRoundTrip) { try await OutboxRepository($0).record(results) }
    }
}
