import Foundation

/// The criterion by which the plays of a challenge are ranked.
public enum ResultOrder: String, Codable, Sendable, CaseIterable {
    case score
    /// Ranks by the word with the highest score.
    case word
}

/// The people whose plays are ranked.
public enum ResultScope: String, Codable, Sendable, CaseIterable {
    case everyone
    /// The caller and their friends.
    case friends
}

/// The part of a ranked list to return, instead of the list's beginning.
public enum ResultPlace: String, Codable, Sendable, CaseIterable {
    /// The part around the caller's own entry, with as many entries above it as below.
    case me
}

/// A play in the results of its challenge.
public struct ChallengeResult: Codable, Sendable, Equatable {
    /// The play's rank: 1 + the number of plays with a higher score. Plays with the same score share a rank.
    public let rank: Int
    /// The player. It is nil if the caller or the player blocks the other, or if the player shows their name only to
    /// friends and the caller isn't a friend.
    public let user: UserStub?
    /// The play's id. Where the player is hidden (`user` is nil), it is nil too, except for admins and owners, who need
    /// the id to strike the play.
    public let playID: UUID?
    public let score: Int
    public let wordCount: Int
    public let bestWord: PlayedWord
    public let over: Bool
    /// The time at which the server received the move with which the play reached the score or word that ranks it.
    public let reachedAt: Date

    public init(
        rank: Int, user: UserStub?, playID: UUID?, score: Int, wordCount: Int, bestWord: PlayedWord, over: Bool, reachedAt: Date
    ) {
        (self.rank, self.user, self.playID, self.score) = (rank, user, playID, score)
        (self.wordCount, self.bestWord, self.over, self.reachedAt) = (wordCount, bestWord, over, reachedAt)
    }
}

/// A page of a challenge's results. `next` is the cursor of the next page, absent at the end.
public struct ChallengeResults: Codable, Sendable {
    public let items: [ChallengeResult]
    /// The opaque cursor to send as `after` for the next page; nil at the end.
    public let next: String?
    /// The number of plays on all pages of the results together.
    public let playCount: Int

    /// Creates a page of results.
    /// - Parameter next: the cursor of the next page; nil at the end.
    public init(items: [ChallengeResult], next: String?, playCount: Int) {
        (self.items, self.next, self.playCount) = (items, next, playCount)
    }
}

/// A filter and a position in the results of a challenge.
public struct ResultQuery: PagedInput {
    public let challengeID: UUID
    public let by: ResultOrder
    public let scope: ResultScope
    public let around: ResultPlace?
    public var after: String?
    /// The maximum number of plays on the page: 1 to 100.
    public let limit: Int

    public init(
        challengeID: UUID, by: ResultOrder = .score, scope: ResultScope = .everyone, around: ResultPlace? = nil, after: String? = nil,
        limit: Int = PageQuery.usual
    ) {
        (self.challengeID, self.by, self.scope, self.around) = (challengeID, by, scope, around)
        (self.after, self.limit) = (after, limit)
    }

    public init(_ fields: inout Fields) {
        challengeID = fields.required("challengeID", .uuid)
        by = fields.optional("by", .oneOf(ResultOrder.self, placeholder: .score), default: .score)
        scope = fields.optional("scope", .oneOf(ResultScope.self, placeholder: .everyone), default: .everyone)
        around = fields.optional("around", .oneOf(ResultPlace.self, placeholder: .me))
        after = fields.optional("after", .cursor)
        limit = fields.optional("limit", .integer(PageQuery.sizes), default: PageQuery.usual)
        if around != nil, after != nil { fields.record("around", .notAllowed, "must not be given beside `after`") }
    }
}

extension Endpoints {
    public static let listResults = Endpoint<ResultQuery, ChallengeResults>(
        "listResults", .get, "/challenges/{challengeID}/results", .user, feature: .play, errors: [.playFirst],
        summary: "List a challenge's results, best first.",
        details: "Requires that your play is over or, if you never started, that the challenge has ended.")
}
