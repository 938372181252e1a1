import DavenportAPI
import Domain
import Foundation
import Postgres

/// Lists the words that a user has ever played, each once (rule 12.40).
struct MyWordRepository: Sendable {
    let transaction: TenantTransaction
    private let userID: UUID

    init(_ transaction: TenantTransaction, of userID: UUID) {
        (self.transaction, self.userID) = (transaction, userID)
    }

    /// Returns one page of the user's words.
    /// - Parameter place: the position of the last word of the previous page; nil for the first page.
    func list(by order: MyWordOrder, after place: MyWordPlace?, limit: Int) async throws -> [MyWord] {
        let rows = try await transaction.query(
            """
            SELECT word, times, best_score, play_id, first_at, last_at FROM known_words
            WHERE tenant_id = \(transaction.tenantID) AND user_id = \(userID) \(fragment: page(by: order, after: place, limit: limit))
            """)
        return try rows.map {
            MyWord(
                word: try $0["word"], times: try $0["times"], bestScore: try $0["best_score"], playID: try $0["play_id"],
                firstAt: try $0["first_at"], lastAt: try $0["last_at"])
        }
    }

    private func page(by order: MyWordOrder, after place: MyWordPlace?, limit: Int) -> SQL {
        switch order {
        case .score: ListOrder("score_order", "word").page(after: place.map { ["\(-$0.bestScore)", "\($0.word)"] }, limit: limit)
        case .recent:
            ListOrder("last_at", "word", descending: true).page(after: place.map { ["\($0.lastAt)", "\($0.word)"] }, limit: limit)
        }
    }
}

/// The position of a word in the list. Of `bestScore` and `lastAt`, only the one by which the list is sorted is used.
struct MyWordPlace: Sendable {
    private let order: MyWordOrder
    let bestScore: Int
    let lastAt: Date
    let word: String

    init(behind word: MyWord, in order: MyWordOrder) {
        (self.order, bestScore, lastAt, self.word) = (order, word.bestScore, word.lastAt, word.word)
    }

    /// Reads a position from a cursor; nil without a cursor.
    /// - Throws: `invalid` for a text that isn't a cursor of this list.
    init?(_ text: String?, in order: MyWordOrder) throws {
        guard let cursor = try Cursor(text, parts: 2) else { return nil }
        self.order = order
        bestScore = order == .score ? try cursor.integer(0, in: 0...Int(Int32.max)) : 0
        lastAt = order == .recent ? try cursor.date(0) : .distantPast
        word = cursor.parts[1]
    }

    var cursor: Cursor { Cursor([order == .score ? String(bestScore) : Cursor.part(lastAt), word]) }
}
