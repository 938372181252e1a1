import DavenportAPI
import Domain
import Foundation

/// Reads and writes the stored answers of the provider. Each call is a transaction of its own.
struct StoredAnswers: Sendable {
    let database: Database
    /// The provider's name, under which its pauses are stored.
    let provider: String
    let language: String

    /// Returns the stored answers to these requests, by request. A request without a stored answer is left out.
    /// - Parameter caller: the user who waits for the answers and is authenticated by the same statements; nil if the
    ///   program itself reads them.
    func entries(_ providerRequests: [ProviderRequest], for caller: Caller?) async throws -> [ProviderRequest: StoredAnswer] {
        guard let caller else { return try await work { try await $0.entries(providerRequests) } }
        return try await database.transaction(for: caller, .singleRoundTrip) { transaction in
            try await CatalogueRepository(transaction, provider: provider, language: language).entries(providerRequests)
        }
    }

    /// Takes the lease on an answer and counts the look-up against the rate limits of the requester and of their tenant.
    /// - Parameter requester: the user against whose rate limits the look-up counts; nil if it counts against nobody's.
    /// - Returns: whether the lease was granted, and the counted look-up; that is nil if none was counted.
    /// - Throws: `tooManyRequests` if the requester or the tenant has exceeded a limit, or had their share of a quota that
    ///   is nearly used up. In that case the lease isn't taken.
    func claim(
        _ providerRequest: ProviderRequest, _ lease: FetchLease, since seen: Date?, countedFor requester: Requester?
    ) async throws -> (claim: CatalogueRepository.Claim, spent: CountedLookUp?) {
        guard let requester else { return (try await work { try await $0.claim(providerRequest, lease, since: seen) }, nil) }
        return try await database.transaction(in: requester.tenantID) { transaction in
            let catalogue = CatalogueRepository(transaction, provider: provider, language: language)
            let claim = try await catalogue.claim(providerRequest, lease, since: seen)
            guard claim.isGranted else { return (claim, nil) }
            let spend = SpendAllowance(transaction: transaction)
            let counted = try await spend(.lookUps, .lookUpsOfCommunity, of: requester.userID)
            var download: SpendAllowance.Spent?
            if providerRequest.isDownload {
                let spent = try await spend(.fetchedSubtitles, .fetchedSubtitlesOfCommunity, of: requester.userID)
                if let quota = try await catalogue.quota(), !quota.allows(own: spent.used[0], community: spent.used[1]) {
                    throw Problem.tooManyRequests(until: transaction.now + TimeInterval(quota.renewedIn), at: transaction.now)
                }
                download = spent
            }
            return (claim, CountedLookUp(tenantID: requester.tenantID, counted: counted, download: download))
        }
    }

    /// Gives back the download that was counted for a request, because the provider has counted none. The look-up stays
    /// counted.
    func giveBackDownload(of spent: CountedLookUp?) async throws {
        guard let spent, let download = spent.download else { return }
        try await database.transaction(in: spent.tenantID) { try await SpendAllowance(transaction: $0).giveBack(download) }
    }

    /// Stores what the provider has said of its quota. If nothing is left, no server sends a request until it is renewed.
    func record(_ quota: ProviderQuota) async throws {
        try await work { try await $0.record(quota) }
        if quota.remaining == 0 { try await pause(seconds: quota.renewedIn) }
    }

    /// Stores a fetched answer, and now and then deletes old ones.
    /// - Returns: the number of servers that use the provider, including this one.
    func store(_ new: StoredAnswer, of providerRequest: ProviderRequest, _ lease: FetchLease, renumbering show: Int?) async throws -> Int {
        let servers = try await work { try await $0.store(new, of: providerRequest, lease, renumbering: show) }
        await tidySometimes()
        return servers
    }

    func release(_ providerRequest: ProviderRequest, _ lease: FetchLease) async throws {
        try await work { try await $0.release(providerRequest, lease) }
        await tidySometimes()
    }

    /// Gives the lease back after a request that wasn't sent.
    /// - Parameter spent: the look-up that was counted for the request; nil if none was. It no longer counts
    ///   afterwards.
    func giveUp(_ providerRequest: ProviderRequest, _ lease: FetchLease, returning spent: CountedLookUp?) async throws {
        guard let spent else { return try await work { try await $0.giveUp(providerRequest, lease) } }
        try await database.transaction(in: spent.tenantID) { transaction in
            try await CatalogueRepository(transaction, provider: provider, language: language).giveUp(providerRequest, lease)
            let spend = SpendAllowance(transaction: transaction)
            try await spend.giveBack(spent.counted)
            if let download = spent.download { try await spend.giveBack(download) }
        }
    }

    func changes(since moment: Date?) async throws -> CatalogueRepository.Changes {
        try await work { try await $0.changes(since: moment) }
    }

    func pause(seconds: Int) async throws {
        try await work { try await $0.pause(seconds: seconds) }
    }

    /// Deletes a batch of answers, but only in one of many calls, at random. A failure is ignored, because the fetched
    /// answer is stored already.
    private func tidySometimes() async {
        if Int.random(in: 0..<CatalogueRules.cleanUpInterval) == 0 { _ = try? await tidy() }
    }

    /// Deletes one batch of answers that are too old, or exceed the capacity.
    /// - Returns: the number of deleted answers.
    func tidy() async throws -> Int {
        try await database.registry { transaction in
            try await CatalogueCleanup(transaction: transaction, now: database.clock.now).tidy(part: Self.part)
        }
    }

    /// The maximum number of rows in a batch. It is so small that no other transaction waits long, and larger than the
    /// number of rows that are added between two batches on average.
    private static let part = 10 * CatalogueRules.cleanUpInterval

    private func work<Result: Sendable>(_ body: (CatalogueRepository) async throws -> Result) async throws -> Result {
        try await database.registry { transaction in
            try await body(CatalogueRepository(transaction, at: database.clock.now, provider: provider, language: language))
        }
    }
}

/// A look-up that was counted against a user's rate limit, so that it can be given back.
struct CountedLookUp: Sendable {
    let tenantID: UUID
    let counted: SpendAllowance.Spent
    /// The download that was counted too; nil if the look-up needs none.
    let download: SpendAllowance.Spent?
}
