import Domain
import Foundation

/// What is kept, as those reach it who work for all tenants: each call is a transaction of its own.
struct KeptAnswers: Sendable {
    let database: Database
    let language: String

    /// - Parameter tenant: in which somebody asks, who is made sure of with the same statements; nil where the program does.
    func entries(_ inquiries: [Inquiry], in tenant: UUID?) async throws -> [Inquiry: KeptAnswer] {
        guard let tenant else { return try await work { try await $0.entries(inquiries) } }
        return try await database.roundTrip(in: tenant) { transaction in
            try await CatalogueRepository(transaction, language: language).entries(inquiries)
        }
    }

    func claim(_ inquiry: Inquiry, lease: UUID, olderThan moment: Date) async throws -> CatalogueRepository.Claim {
        try await work { try await $0.claim(inquiry, lease: lease, olderThan: moment) }
    }

    func store(_ new: KeptAnswer, of inquiry: Inquiry, lease: UUID, renumbering show: Int?) async throws {
        try await work { try await $0.store(new, of: inquiry, lease: lease, renumbering: show) }
        await tidySometimes()
    }

    func release(_ inquiry: Inquiry, lease: UUID) async throws {
        try await work { try await $0.release(inquiry, lease: lease) }
        await tidySometimes()
    }

    func pause(seconds: Int) async throws {
        try await work { try await $0.pause(seconds: seconds) }
    }

    /// What was kept stays kept, whether or not that succeeds.
    private func tidySometimes() async {
        if Int.random(in: 0..<CatalogueRules.tidyEvery) == 0 { _ = try? await tidy() }
    }

    /// Forgets a part of what is over.
    func tidy() async throws -> Int {
        try await database.registry { transaction in
            try await CatalogueUpkeep(transaction: transaction, now: database.clock.now).tidy(part: Self.part)
        }
    }

    /// So many rows go at a time, so that nobody waits for it: more than may come in the meantime.
    private static let part = 10 * CatalogueRules.tidyEvery

    private func work<Result: Sendable>(_ body: (CatalogueRepository) async throws -> Result) async throws -> Result {
        try await database.registry { transaction in
            try await body(CatalogueRepository(transaction, at: database.clock.now, language: language))
        }
    }
}
