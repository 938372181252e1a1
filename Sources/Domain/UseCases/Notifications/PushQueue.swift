import Foundation

/// Lets a worker claim the notifications of all tenants that are due, and record what became of them.
public struct PushQueue: Sendable {
    private let database: Database

    /// Creates the use case.
    /// - Parameter database: a database connected as the worker's role.
    public init(_ database: Database) {
        self.database = database
    }

    /// Claims due notifications, so that only this worker sends them.
    /// - Parameters:
    ///   - limit: the maximum number of deliveries: one for each device of a recipient. The last recipient's devices
    ///     may exceed it.
    ///   - perTenant: the maximum number of deliveries of one tenant, including those in `busy`.
    ///   - busy: the number of deliveries that the worker is sending already, by tenant.
    /// - Throws: `unavailable` if the database can't be reached, as all methods do.
    public func claim(limit: Int, perTenant: Int, busy: [UUID: Int] = [:]) async throws -> ClaimedDeliveries {
        let idleSince = SessionRules.idleLimit(at: database.clock.now)
        return try await database.transactionAcrossTenants {
            try await OutboxRepository($0).claim(UUID(), limit: limit, perTenant: perTenant, busy: busy, idleSince: idleSince)
        }
    }

    /// Records the results of the deliveries that the worker has tried to send. If this throws, nothing is recorded, and
    /// the same pushes may be sent again.
    /// - Returns: the notifications that ended because of these results.
    public func record(_ results: [DeliveryResult]) async throws -> [EndedNotifications] {
        try await database.transactionAcrossTenants(.singleRoundTrip) { try await OutboxRepository($0).record(results) }
    }

    /// Returns the number of seconds until the next notification is due, by the clock that all rules use; nil if no
    /// notification waits to be sent.
    public func timeUntilDue() async throws -> TimeInterval? {
        let now = database.clock.now
        return try await database.transactionAcrossTenants(.singleRoundTrip) { try await OutboxRepository($0).nextDue() }.map {
            $0.timeIntervalSince(now)
        }
    }

    /// Deletes one batch of the notifications that ended long ago, whether they were sent or not (`NotificationRules.kept`).
    /// - Returns: true if there may be more to delete.
    public func prune() async throws -> Bool {
        let (limit, atMost) = (database.clock.now - NotificationRules.kept, NotificationRules.pruneBatch)
        return try await database.transactionAcrossTenants(.singleRoundTrip) {
            try await OutboxRepository($0).prune(before: limit, atMost: atMost)
        } == atMost
    }

    /// Deletes the devices that were refused since the last review, and stops push keys whose settings are wrong. A
    /// worker that runs all the time does this every hour; a worker that runs only once does it at its end.
    /// - Returns: the keys that were stopped.
    public func reviewRefusals() async throws -> [StoppedPushKey] {
        try await database.transactionAcrossTenants(.singleRoundTrip) { try await WorkerPushKeyRepository($0).reviewRefusals() }
    }

    /// Returns the number of due notifications, and how long the oldest of them has been due, for monitoring.
    public func backlog() async throws -> OutboxBacklog {
        try await database.transactionAcrossTenants(.singleRoundTrip) { try await OutboxRepository($0).backlog() }
    }
}
