import DavenportAPI
import Foundation
import Logging
import Synchronization

/// Erases what is gone already, but would take too long to be erased with what it belonged to, such as the bytes of files: part by part,
/// each in a transaction of its own.
///
/// By the transaction that deletes a thing nobody sees it any more and it counts nowhere; what is left is bytes that nothing names. Who
/// deletes waits for a few parts of them, which is mostly all; the rest goes after the answer. What a server left when it ended, however it
/// did, is found by the next one as soon as anybody of the tenant comes.
package final class DeferredDeletion: Sendable {
    /// How many parts who deletes waits for.
    static let awaited = 4

    private let database: Database
    private let areas: [Area]
    private let logger: Logger
    /// A few tenants at once, so that there are connections left.
    private let limiter = RequestLimiter()
    private let everybody = UUID()
    private let visited = Mutex<Set<UUID>>([])

    init(_ database: Database, areas: [Area], logger: Logger) {
        self.database = database
        self.areas = areas
        self.logger = logger
    }

    /// Erases what was just deleted. That can't fail any more: what isn't erased now is another time.
    package func erase(in tenantID: UUID) async {
        do {
            for _ in 0..<Self.awaited { guard try await erasePart(in: tenantID) else { return } }
            eraseLater(in: tenantID)
        } catch { note(error, in: tenantID) }
    }

    /// Erases what another server, or this program when it ran before, has left of a tenant that somebody comes from.
    func visit(_ tenantID: UUID) {
        guard visited.withLock({ $0.insert(tenantID).inserted }) else { return }
        eraseLater(in: tenantID)
    }

    /// Not as a part of the request: it has a time and a caller of its own.
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

    /// Whoever comes next tries again.
    private func note(_ error: any Error, in tenantID: UUID) {
        _ = visited.withLock { $0.remove(tenantID) }
        logger.warning("What was deleted is erased later", metadata: ["error": "\(error)"])
    }
}
