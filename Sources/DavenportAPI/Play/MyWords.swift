import Foundation

/// A word that somebody has played, with what came of it.
public struct MyWord: Codable, Sendable, Equatable {
    public let word: String
    /// In how many plays.
    public let times: Int
    public let bestScore: Int
    /// The play in which it scored that, the first of several.
    public let playID: UUID
    public let firstAt: Date
    public let lastAt: Date

    public init(word: String, times: Int, bestScore: Int, playID: UUID, firstAt: Date, lastAt: Date) {
        (self.word, self.times, self.bestScore) = (word, times, bestScore)
        (self.playID, self.firstAt, self.lastAt) = (playID, firstAt, lastAt)
    }
}

/// What words are sorted by.
public enum MyWordOrder: String, Codable, Sendable, CaseIterable {
    /// By their best score, the highest first.
    case score
    /// By when they were last played, the latest first.
    case recent
}

/// Which part of the caller's words to list.
public struct MyWordQuery: PagedInput {
    public let order: MyWordOrder
    public var after: String?
    /// At most so many: 1 to 100.
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
        summary: "Each word that I ever played, in any challenge, with how often and what it scored.")
}
