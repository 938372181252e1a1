import Foundation

/// Takes what is due to be told, a few of each tenant, for this worker alone.
public struct ClaimDeliveries: Sendable {
    private let database: Database

    public init(_ database: Database) {
        self.database = database
    }

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    /// - Parameters:
    ///   - limit: how many notifications at most.
    ///   - perTenant: how many of one tenant at most, less those in `busy`.
    ///   - busy: how many of which tenants are in the works already.
    /// - Throws: `unavailable` where the database is away.
    public func callAsFunction(limit: Int, perTenant: Int, busy: [UUID: Int] = [:]) async throws -> Claim {
        let idleSince = SessionRules.idleLimit(at: database.clock.now)
        return try await database.acrossTenants {
            try await OutboxRepository($0).claim(UUID(), limit: limit, perTenant: perTenant, busy: busy, idleSince: idleSince)
        }
    }
}

/// Marks what became of deliveries.
public struct RecordResults: Sendable {
    private let database: Database

    public init(_ database: Database) {
        self.database = database
    }

    /// - Returns: the notifications that ended by it.
    /// - Throws: `unavailable` where the database is away; nothing is marked then, and the same may be told again.
    public func callAsFunction(_ results: [DeliveryResult]) async throws -> [EndedNotifications] {
        try await database.acrossTenants { try await OutboxRepository($0).record(results) }
    }
}

/// Removes what was told, or not, long ago: 30 days after it expired.
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

/// How long it is until something is due.
public struct AwaitDue: Sendable {
    private let database: Database

    public init(_ database: Database) {
        self.database = database
    }

    /// - Returns: in seconds by the clock that rules go by; nil where nothing waits.
    /// - Throws: `unavailable` where the database is away.
    public func callAsFunction() async throws -> TimeInterval? {
        let now = database.clock.now
        return try await database.acrossTenants { try await OutboxRepository($0).nextDue() }.map { $0.timeIntervalSince(now) }
    }
}

/// Wakes the workers that wait, so that they look at the clock again.
public struct WakeWorkers: Sendable {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    /// - Throws: `unavailable` where the database is away.
    public func callAsFunction() async throws {
        try await database.acrossTenants { try await OutboxRepository($0).wake() }
    }
}
