import Foundation

/// Records the results of the deliveries that a worker has tried to send.
public struct RecordResults: Sendable {
    private let database: Database

    /// Creates the use case.
    /// - Parameter database: a database connected as the worker's role.
    public init(_ database: Database) {
        self.database = database
    }

    /// Records the results.
    /// - Returns: the notifications that ended because of these results.
    /// - Throws: `unavailable` if the database can't be reached. In that case nothing is recorded, and the same pushes
    ///   may be sent again.
    public func callAsFunction(_ results: [DeliveryResult]) async throws -> [EndedNotifications] {
        try await database.transactionAcrossTenants(.singleRoundTrip) { try await OutboxRepository($0).record(results) }
    }
}
