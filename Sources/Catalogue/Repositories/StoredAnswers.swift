import Domain
import Foundation

/// Access to the stored answers for code that works for all tenants: each call is a transaction of its own.
struct StoredAnswers: Sendable {
    let database: Database
    let language: String

    /// - Parameter caller: whose request reads; the same statements authenticate them. nil where the program itself reads.
    func entries(_ inquiries: [ProviderRequest], for caller: Caller?) async throws -> [ProviderRequest: StoredAnswer] {
        guard let caller else { return try await work { try await $0.entries(inquiries) } }
        return try await database.transaction(for: caller, .singleRoundTrip) { transaction in
            try await CatalogueRepository(transaction, language: language).entries(inquiries)
        }
    }

    /// Takes the lease on an answer and counts the look-up.
    /// - Parameter requester: the user whose rate limit the look-up counts against; nil if it counts for nobody.
    /// - Returns: the lease's state, and what was counted.
    /// - Throws: `tooManyRequests` if the requester has exceeded the limit; then the lease isn't taken.
    func claim(
        _ providerRequest: ProviderRequest, _ lease: Lease, since seen: Date?, countedFor requester: Requester?
    ) async throws -> (claim: CatalogueRepository.Claim, spent: CountedLookUp?) {
        guard let requester else { return (try await work { try await $0.claim(providerRequest, lease, since: seen) }, nil) }
        return try await database.transaction(in: requester.tenantID) { transaction in
            let claim = try await CatalogueRepository(transaction, language: language).claim(providerRequest, lease, since: seen)
            guard claim.isGranted else { return (claim, nil) }
            let counted = try await SpendAllowance(transaction: transaction)(.lookUps, of: requester.userID)
            return (claim, CountedLookUp(tenantID: requester.tenantID, counted: counted))
        }
    }

    /// Stores a fetched answer.
    /// - Returns: how many servers use the provider, including this one.
    func store(_ new: StoredAnswer, of providerRequest: ProviderRequest, _ lease: Lease, renumbering show: Int?) async throws -> Int {
        let servers = try await work { try await $0.store(new, of: providerRequest, lease, renumbering: show) }
        await tidySometimes()
        return servers
    }

    func release(_ providerRequest: ProviderRequest, _ lease: Lease) async throws {
        try await work { try await $0.release(providerRequest, lease) }
        await tidySometimes()
    }

    /// Returns the lease of a request that wasn't sent.
    /// - Parameter spent: the counted look-up, which is given back.
    func giveUp(_ providerRequest: ProviderRequest, _ lease: Lease, returning spent: CountedLookUp?) async throws {
        guard let spent else { return try await work { try await $0.giveUp(providerRequest, lease) } }
        try await database.transaction(in: spent.tenantID) { transaction in
            try await CatalogueRepository(transaction, language: language).giveUp(providerRequest, lease)
            try await SpendAllowance(transaction: transaction).giveBack(spent.counted)
        }
    }

    func changes(since moment: Date?) async throws -> CatalogueRepository.Changes {
        try await work { try await $0.changes(since: moment) }
    }

    func pause(seconds: Int) async throws {
        try await work { try await $0.pause(seconds: seconds) }
    }

    /// Deletes a batch now and then. A failure doesn't matter: the answer is stored already.
    private func tidySometimes() async {
        if Int.random(in: 0..<CatalogueRules.cleanUpInterval) == 0 { _ = try? await tidy() }
    }

    /// Deletes one batch of answers that are too old or too many.
    func tidy() async throws -> Int {
        try await database.registry { transaction in
            try await CatalogueCleanup(transaction: transaction, now: database.clock.now).tidy(part: Self.part)
        }
    }

    /// The rows of a batch: few enough that no other transaction waits long, and more than are added between two
    /// batches on average.
    private static let part = 10 * CatalogueRules.cleanUpInterval

    private func work<Result: Sendable>(_ body: (CatalogueRepository) async throws -> Result) async throws -> Result {
        try await database.registry { transaction in
            try await body(CatalogueRepository(transaction, at: database.clock.now, language: language))
        }
    }
}

/// A look-up that was counted against a user's rate limit.
struct CountedLookUp: Sendable {
    let tenantID: UUID
    let counted: SpendAllowance.Spent
}
