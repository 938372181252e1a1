import Foundation

/// Wakes the workers that wait, so that they look at the clock again.
public struct WakeWorkers: Sendable {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    /// - Throws: `unavailable` where the database is away.
    public func callAsFunction() async throws {
        try await database.transactionAcrossTenants(.singleRoundTrip) { try await OutboxRepository($0).wake() }
    }
}
