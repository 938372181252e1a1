import Foundation

/// Computes how long a worker has to wait until the next notification is due.
public struct TimeUntilNextDue: Sendable {
    private let database: Database

    /// Creates the use case.
    /// - Parameter database: a database connected as the worker's role.
    public init(_ database: Database) {
        self.database = database
    }

    /// Returns the time until the next notification is due, in seconds by the clock that all rules use.
    /// - Returns: nil if no notification waits to be sent.
    /// - Throws: `unavailable` if the database can't be reached.
    public func callAsFunction() async throws -> TimeInterval? {
        let now = database.clock.now
        return try await database.transactionAcrossTenants(.singleRoundTrip) { try await OutboxRepository($0).nextDue() }.map {
            $0.timeIntervalSince(now)
        }
    }
}
