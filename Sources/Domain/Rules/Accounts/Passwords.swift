import DavenportAPI
import Foundation
import Secrets

/// Hashes and verifies passwords on their own threads, with limits for each tenant and address (rules 20).
///
/// A full queue throws `unavailable`, so that log-ins never take the resources of other requests. The limits keep
/// places free for the other tenants and addresses. A log-in takes one place. The threads are divided by the cost of
/// the hashes, and tenants take turns.
struct Passwords: Sendable {
    private static let retryAfter = 2
    /// The time that a request without a place waits before its only retry. A small burst gets places in the end, and a
    /// flood is slowed down.
    private static let waitLimit = Duration.milliseconds(500)
    /// The number of attempts of one address that may run at once.
    private static let placesOfAddress = 4
    /// A tenant may use at most this fraction of the queue: a third.
    private static let tenantFraction = 3

    private let hasher: PasswordHasher
    private let places = Places()

    init(_ hasher: PasswordHasher) {
        self.hasher = hasher
    }

    /// Runs work that needs a password hash if the tenant and the address have a place left.
    ///
    /// A request without a place is refused before it queries the database, so that a flood costs other clients almost nothing.
    /// - Throws: `unavailable` without a place; otherwise what the work throws.
    func admit<Result>(
        _ tenant: Tenant, from address: ClientAddress, _ work: () async throws -> Result
    ) async throws -> Result {
        let ofTenant = Places.Share(owner: Self.owner(tenant), limit: max(1, hasher.queueLimit / Self.tenantFraction))
        let ofAddress = address.networks.map { Places.Share(owner: $0.name, limit: Self.placesOfAddress * $0.times) }
        do {
            return try await places.hold([ofTenant] + ofAddress, work)
        } catch is Places.Full {
            try await Task.sleep(for: Self.waitLimit)
        }
        do {
            return try await places.hold([ofTenant] + ofAddress, work)
        } catch is Places.Full {
            throw Problem.unavailable(retryAfter: Self.retryAfter)
        }
    }

    /// Hashes a password.
    ///
    /// - Parameters:
    ///   - password: in normal form C.
    ///   - tenant: the tenant whose turn on the threads it uses.
    func hash(_ password: String, for tenant: Tenant) async throws -> String {
        try await mappingFullQueue { try await hasher.hash(password, for: Self.owner(tenant)) }
    }

    /// Verifies a password. It takes equally long whether or not there is a stored hash.
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
