import DavenportAPI
import Foundation
import Secrets

/// Hashes and verifies passwords on their own threads, with limits for each tenant and each client address (rules 20).
///
/// A full queue throws `unavailable`, so that log-ins never take the resources of other requests. The limits ensure
/// that no tenant and no address fills the queue alone. The queue serves tenants in turn and counts an expensive hash
/// as several, so that costly hashes of one tenant delay only its own log-ins.
struct Passwords: Sendable {
    private static let retryAfter = 2
    /// How long a request that exceeds a limit waits before its only retry. So a short burst succeeds in the end, and a
    /// flood is slowed down.
    private static let waitLimit = Duration.milliseconds(500)
    /// The maximum number of requests of one client address that may hash passwords at once (rule 20.3).
    private static let placesOfAddress = 4
    /// The part of the queue that one tenant may use: one third (rule 20.3).
    private static let tenantFraction = 3

    private let hasher: PasswordHasher
    private let places = ConcurrencyLimits()

    init(_ hasher: PasswordHasher) {
        self.hasher = hasher
    }

    /// Runs work that hashes a password, unless the tenant or the client address has too many such requests running.
    ///
    /// A request that exceeds a limit is refused before it queries the database, so that a flood costs other clients
    /// almost nothing.
    /// - Throws: `unavailable` if a limit is exceeded; any error of the work.
    func admit<Result>(
        _ tenant: Tenant, from address: ClientAddress, _ work: () async throws -> Result
    ) async throws -> Result {
        let ofTenant = ConcurrencyLimits.Share(owner: Self.owner(tenant), limit: max(1, hasher.queueLimit / Self.tenantFraction))
        let ofAddress = address.networks.map { ConcurrencyLimits.Share(owner: $0.name, limit: Self.placesOfAddress * $0.times) }
        do {
            return try await places.hold([ofTenant] + ofAddress, work)
        } catch is ConcurrencyLimits.Full {
            try await Task.sleep(for: Self.waitLimit)
        }
        do {
            return try await places.hold([ofTenant] + ofAddress, work)
        } catch is ConcurrencyLimits.Full {
            throw Problem.unavailable(retryAfter: Self.retryAfter)
        }
    }

    /// Hashes a password.
    ///
    /// - Parameters:
    ///   - password: the password in Unicode normal form C.
    ///   - tenant: the tenant of the request. The queue serves tenants in turn.
    func hash(_ password: String, for tenant: Tenant) async throws -> String {
        try await mappingFullQueue { try await hasher.hash(password, for: Self.owner(tenant)) }
    }

    /// Verifies a password. Without a stored hash it takes just as long, so that the time doesn't reveal whether an
    /// account exists.
    func verify(_ password: String, against stored: String?, for tenant: Tenant) async throws -> PasswordVerification {
        try await mappingFullQueue { try await hasher.verify(password, against: stored, for: Self.owner(tenant)) }
    }

    private static func owner(_ tenant: Tenant) -> String { "tenant \(tenant.id)" }

    private func mappingFullQueue<Result>(_ work: () async throws -> Result) async throws -> Result {
        do { return try await work() } catch is PasswordHasherError {
            throw Problem.unavailable(retryAfter: Self.retryAfter)
        }
    }
}
