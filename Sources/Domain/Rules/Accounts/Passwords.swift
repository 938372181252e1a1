import DavenportAPI
import Foundation
import Secrets

/// Passwords hashed and verified on threads of their own. A full queue is `unavailable`, so that log-ins never crowd out the rest; and
/// nobody gets more of its places than leave enough for the others (rules 20). Places are counted by log-ins, the threads are shared
/// by what hashes cost: those of several tenants take turns.
struct Passwords: Sendable {
    private static let retryAfter = 2
    /// How long whoever finds no place is kept waiting: a few who come together all get one in the end, and whoever asks again and again
    /// does so slowly.
    private static let waitLimit = Duration.milliseconds(500)
    /// How many attempts of one address may be under way at once.
    private static let placesOfAddress = 4
    /// A tenant has this part of the queue.
    private static let partOfTenant = 3

    private let hasher: PasswordHasher
    private let places = Places()

    init(_ hasher: PasswordHasher) {
        self.hasher = hasher
    }

    /// Does what comes to a hash for somebody, with everything before and after it, if they have a place left. Who hasn't is turned away
    /// before the database is asked anything, so that asking in vain costs the others next to nothing.
    func admit<Result>(
        _ tenant: Tenant, from address: ClientAddress, _ work: () async throws -> Result
    ) async throws -> Result {
        let ofTenant = Places.Share(owner: Self.owner(tenant), limit: max(1, hasher.queueLimit / Self.partOfTenant))
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

    /// - Parameters:
    ///   - password: in normal form C.
    ///   - tenant: whose turn it takes.
    func hash(_ password: String, for tenant: Tenant) async throws -> String {
        try await whereThereIsRoom { try await hasher.hash(password, for: Self.owner(tenant)) }
    }

    /// Does the same work whether there is a stored hash or not.
    func verify(_ password: String, against stored: String?, for tenant: Tenant) async throws -> PasswordVerification {
        try await whereThereIsRoom { try await hasher.verify(password, against: stored, for: Self.owner(tenant)) }
    }

    private static func owner(_ tenant: Tenant) -> String { "tenant \(tenant.id)" }

    private func whereThereIsRoom<Result>(_ work: () async throws -> Result) async throws -> Result {
        do { return try await work() } catch is PasswordHasherError {
            throw Problem.unavailable(retryAfter: Self.retryAfter)
        }
    }
}
