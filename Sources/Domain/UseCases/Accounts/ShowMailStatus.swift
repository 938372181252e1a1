import DavenportAPI

/// The state of a tenant's mails.
public struct TenantMailStatus: Codable, Sendable, Equatable {
    public let slug: String
    /// The number of mails that are due or retried.
    public let due: Int
    /// How long the oldest of them has been due, in seconds; nil if none is.
    public let oldestDueAge: Double?
    /// The number of dead mails by the reason of their last attempt.
    public let dead: [String: Int]

    public init(slug: String, due: Int, oldestDueAge: Double?, dead: [String: Int]) {
        (self.slug, self.due, self.oldestDueAge, self.dead) = (slug, due, oldestDueAge, dead)
    }
}

extension UseCases {
    /// Lets an operator see the mails of every tenant that haven't been sent. The tenants are sorted by their slugs.
    public func showMailStatus() async throws -> [TenantMailStatus] {
        try await database.transactionAcrossTenants(.singleRoundTrip) { try await WorkerMailRepository($0).status() }
    }
}
