import Foundation

/// A word that the caller has played, with its statistics.
public struct MyWord: Codable, Sendable, Equatable {
    public let word: String
    /// The number of the caller's plays in which the caller played the word.
    public let times: Int
    public let bestScore: Int
    /// The id of the first play in which the word reached its best score.
    public let playID: UUID
    public let firstAt: Date
    public let lastAt: Date

    public init(word: String, times: Int, bestScore: Int, playID: UUID, firstAt: Date, lastAt: Date) {
        (self.word, self.times, self.bestScore) = (word, times, bestScore)
        (self.playID, self.firstAt, self.lastAt) = (playID, firstAt, lastAt)
    }
}

/// The sort order of a list of words.
public enum MyWordOrder: String, Codable, Sendable, CaseIterable {
    /// Sorts by best score, highest first.
    case score
    /// Sorts by the time at which the word was last played, latest first.
    case recent
}

/// A sort order and a position in the list of the caller's words.
public struct MyWordQuery: PagedInput {
    public let order: MyWordOrder
    public var after: String?
    /// The maximum number of words on the page: 1 to 100.
    public let limit: Int

    public init(order: MyWordOrder = .score, after: String? = nil, limit: Int = PageQuery.usual) {
        (self.order, self.after, self.limit) = (order, after, limit)
    }

    public init(_ fields: inout Fields) {
        order = fields.optional("order", .oneOf(MyWordOrder.self, placeholder: .score), default: .score)
        after = fields.optional("after", .cursor)
        limit = fields.optional("limit", .integer(PageQuery.sizes), default: PageQuery.usual)
    }
}

extension Endpoints {
    public static let listMyWords = Endpoint<MyWordQuery, Page<MyWord>>(
        "listMyWords", .get, "/me/words", .user, feature: .play,
        summary: "List the words that you have played in any challenge, with counts and best scores.")
}
