import Foundation

extension UseCases {
    /// Wakes the waiting workers, so that they read the clock again. It is needed after the clock of a private PostgreSQL
    /// was moved.
    /// - Throws: `unavailable` if the database can't be reached.
    public func wakeWorkers() async throws {
        try await database.transactionAcrossTenants(.singleRoundTrip) { try await OutboxRepository($0).wake() }
    }
}
