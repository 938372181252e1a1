import Foundation

/// How long it is until something is due.
public struct AwaitDue: Sendable {
    private let database: Database

    /// - Parameter database: as the worker's role.
    public init(_ database: Database) {
        self.database = database
    }

    /// - Returns: in seconds by the clock that rules go by; nil where nothing waits.
    /// - Throws: `unavailable` where the database is away.
    public func callAsFunction() async throws -> TimeInterval? {
        let now = database.clock.now
        return try await database.transactionAcrossTenants(.singleRoundTrip) { try await OutboxRepository($0).nextDue() }.map {
            $0.timeIntervalSince(now)
        }
    }
}
