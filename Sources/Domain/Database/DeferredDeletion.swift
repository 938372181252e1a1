import DavenportAPI
import Foundation
import Logging
import Synchronization

/// Erases bulky data, such as the bytes of files, in batches after the transaction that deleted its rows. Each batch is
/// a transaction of its own.
///
/// Once its rows are deleted, nobody sees the data, and it counts against no limit. Only bytes remain to which no row
/// refers. The deleting request erases up to four batches itself, which is usually all of them. A background task
/// erases the rest after the response. If the server ends before that, another server continues when it first looks up
/// a session of the tenant.
package final class DeferredDeletion: Sendable {
    /// The number of batches that the deleting request erases itself.
    static let awaited = 4

    private let database: Database
    private let areas: [Area]
    private let logger: Logger
    /// Limits the number of background erasures that run at once, so that connections stay free for requests.
    private let limiter = RequestLimiter()
    private let everybody = UUID()
    private let visited = Mutex<Set<UUID>>([])

    init(_ database: Database, areas: [Area], logger: Logger) {
        self.database = database
        self.areas = areas
        self.logger = logger
    }

    /// Erases data whose rows were just deleted. Errors are only logged, because the next lookup of a session of the
    /// tenant tries again.
    package func erase(in tenantID: UUID) async {
        do {
            for _ in 0..<Self.awaited { guard try await erasePart(in: tenantID) else { return } }
            eraseLater(in: tenantID)
        } catch { note(error, in: tenantID) }
    }

    /// Begins to erase, in the background, data of the tenant that another server or an earlier run of this program has
    /// left. Only the first call for each tenant does so.
    func visit(_ tenantID: UUID) {
        guard visited.withLock({ $0.insert(tenantID).inserted }) else { return }
        eraseLater(in: tenantID)
    }

    /// Erases the remaining data in a detached task, which outlives the request.
    private func eraseLater(in tenantID: UUID) {
        Task.detached { [self] in
            do {
                try await limiter.take(everybody) { _ in while try await erasePart(in: tenantID) {} }
            } catch { note(error, in: tenantID) }
        }
    }

    private func erasePart(in tenantID: UUID) async throws -> Bool {
        for area in areas {
            let hasErased = try await database.transaction(in: tenantID) { try await area.deferredDeletion($0) }
            if hasErased { return true }
        }
        return false
    }

    /// Logs the error, and lets the next `visit` of the tenant try again.
    private func note(_ error: any Error, in tenantID: UUID) {
        _ = visited.withLock { $0.remove(tenantID) }
        logger.warning("Erasing deleted data failed and will be retried", metadata: ["error": "\(error)"])
    }
}
