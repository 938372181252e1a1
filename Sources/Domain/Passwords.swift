import Foundation
import Secrets

/// Passwords hashed and verified on threads of their own. A full queue is `unavailable`, so that log-ins never crowd out the rest; and
/// nobody gets more of its places than leave enough for the others (quality.md, Closed).
struct Passwords: Sendable {
    private static let retryAfter = 2
    /// How many hashes of one address wait or are computed at once.
    private static let placesOfAddress = 4
    /// A tenant has this part of all places.
    private static let partOfTenant = 3

    private let hasher: PasswordHasher

    init(_ hasher: PasswordHasher) {
        self.hasher = hasher
    }

    /// For whom a hash is computed.
    struct Client: Sendable {
        let tenantID: UUID
        let address: ClientAddress
    }

    /// - Parameters:
    ///   - password: in normal form C.
    ///   - client: whose places it takes; nil for an operator.
    func hash(_ password: String, for client: Client?) async throws -> String {
        try await unlessBusy { try await hasher.hash(password, in: places(of: client)) }
    }

    /// Does the same work whether there is a stored hash or not.
    func verify(_ password: String, against stored: String?, for client: Client) async throws -> PasswordVerification {
        try await unlessBusy { try await hasher.verify(password, against: stored, in: places(of: client)) }
    }

    private func places(of client: Client?) -> [QueueShare] {
        guard let client else { return [] }
        let tenant = QueueShare(of: "tenant \(client.tenantID)", places: max(1, hasher.queueLimit / Self.partOfTenant))
        return [tenant] + client.address.networks.map { QueueShare(of: $0.name, places: Self.placesOfAddress * $0.times) }
    }

    private func unlessBusy<Result>(_ work: () async throws -> Result) async throws -> Result {
        do { return try await work() } catch PasswordHasherError.busy { throw DomainError.unavailable(retryAfter: Self.retryAfter) }
    }
}

extension Passwords.Client {
    init(_ visitor: Visitor) {
        self.init(tenantID: visitor.tenant.id, address: visitor.address)
    }

    init(_ caller: Caller) {
        self.init(tenantID: caller.tenant.id, address: caller.address)
    }

    init(_ applicant: Applicant) {
        self.init(tenantID: applicant.tenant.id, address: applicant.address)
    }
}
