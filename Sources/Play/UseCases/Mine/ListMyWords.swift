import DavenportAPI
import Domain

extension UseCases {
    /// Lists the words that the caller has ever played. A word that was played several times appears once.
    public func listMyWords(_ caller: Caller, _ input: MyWordQuery) async throws -> Page<MyWord> {
        let after = try MyWordPlace(input.after, in: input.order)
        let words = try await database.transaction(for: caller, .singleRoundTrip) { transaction in
            try await MyWordRepository(transaction, of: caller.userID).list(by: input.order, after: after, limit: input.limit + 1)
        }
        return Page(words, limit: input.limit) { MyWordPlace(behind: $0, in: input.order).cursor }
    }
}
