import Foundation

/// Wakes the waiting workers, so that they read the clock again. It is needed after the clock of a private PostgreSQL
/// was moved.
public struct WakeWorkers: Sendable {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    /// Notifies the workers.
    /// - Throws: `unavailable` if the database can't be reached.
    public func callAsFunction() async throws {
        try await database.transactionAcrossTenants(.singleRoundTrip) { try await OutboxRepository($0).wake() }
    }
}
