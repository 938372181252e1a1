import DavenportAPI
import Domain
import Foundation
import Logging

/// A worker's cache of tenants' push keys, and of the uses of them that it has stopped.
///
/// A *use* is the smallest part of a key's work that the worker can stop: a key for an app has a single use, and a key for browsers has
/// one at each push service.
actor KeyCache<Key: Sendable, Use: Hashable & Sendable> {
    private let absent: PushReason
    private let read: @Sendable (_ id: UUID, _ tenantID: UUID) async throws -> Key?
    private let logger: Logger
    private var keys: [UUID: Task<Key, any Error>] = [:]
    private var stopped: [Use: String] = [:]

    /// Creates an empty cache.
    /// - Parameters:
    ///   - absent: the reason if a delivery has no key, or if its key was removed.
    ///   - read: reads and decrypts a key; nil if the tenant no longer has it.
    init(absent: PushReason, logger: Logger, read: @escaping @Sendable (_ id: UUID, _ tenantID: UUID) async throws -> Key?) {
        (self.absent, self.logger, self.read) = (absent, logger, read)
    }

    /// Returns the key with which a delivery is sent. The cache reads and decrypts it only once in a run.
    /// - Throws: `UnusableKey` if the use is stopped, if the key was removed, or if it can't be decrypted, which stops the
    ///   use; `unavailable` if the database can't be reached.
    func key(of delivery: Delivery, for use: Use) async throws -> Key {
        guard let id = delivery.pushKeyID else { throw UnusableKey(absent) }
        if let reason = stopped[use] { throw UnusableKey(reason: reason) }
        let task =
            keys[id]
            ?? Task { [read, absent] in
                guard let key = try await read(id, delivery.tenantID) else { throw UnusableKey(absent) }
                return key
            }
        keys[id] = task
        do {
            return try await task.value
        } catch {
            keys[id] = nil
            if error is Problem || error is UnusableKey { throw error }
            let fault = UnusableKey(.unreadableKey, "\(error)")
            stop(use, of: delivery, reason: fault.reason)
            throw fault
        }
    }

    /// Reads a key anew for the next delivery.
    func forget(_ id: UUID) {
        keys[id] = nil
    }

    /// Stops a use of a delivery's key until the next run. The first call for a use logs an error.
    func stop(_ use: Use, of delivery: Delivery, reason: String) {
        guard stopped.updateValue(reason, forKey: use) == nil else { return }
        logger.error(
            "Nothing is pushed with this key until a retry or the next run",
            metadata: [
                "tenant": "\(delivery.tenantID)", "key": "\(delivery.pushKeyID?.uuidString ?? "none")", "use": "\(use)",
                "reason": "\(reason)",
            ])
    }

    /// Begins a new run. In it, the worker tries stopped uses again, and reads all keys again.
    func reset() {
        (keys, stopped) = ([:], [:])
    }
}
