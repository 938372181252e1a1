import Foundation

/// What plays are ranked by.
public enum ResultOrder: String, Codable, Sendable, CaseIterable {
    case score
    /// The word that scored most.
    case word
}

/// Among whom plays are ranked.
public enum ResultScope: String, Codable, Sendable, CaseIterable {
    case everyone
    /// The caller and their friends.
    case friends
}

/// Which part of a list is wanted, where it isn't its beginning.
public enum ResultPlace: String, Codable, Sendable, CaseIterable {
    /// Where the caller stands, with as many above as below.
    case me
}

/// One play among those of its challenge.
public struct ChallengeResult: Codable, Sendable, Equatable {
    /// 1 + the number of plays with more: equals share it.
    public let rank: Int
    /// Left out where they are nameless to whoever asks: one of the two blocks the other, or they are named to friends alone.
    public let user: UserStub?
    /// Left out likewise, but for who runs the community, who can strike it.
    public let playID: UUID?
    public let score: Int
    public let wordCount: Int
    public let bestWord: PlayedWord
    public let over: Bool
    /// When the server had what the play is ranked by.
    public let reachedAt: Date

    public init(
        rank: Int, user: UserStub?, playID: UUID?, score: Int, wordCount: Int, bestWord: PlayedWord, over: Bool, reachedAt: Date
    ) {
        (self.rank, self.user, self.playID, self.score) = (rank, user, playID, score)
        (self.wordCount, self.bestWord, self.over, self.reachedAt) = (wordCount, bestWord, over, reachedAt)
    }
}

/// A part of a challenge's results; `next` is the cursor of the following part, absent at the end.
public struct ChallengeResults: Codable, Sendable {
    public let items: [ChallengeResult]
    /// What the following page is asked with, opaque; nil at the end.
    public let next: String?
    /// How many there are to be ranked.
    public let playCount: Int

    /// - Parameter next: what the following page is asked with; nil at the end.
    public init(items: [ChallengeResult], next: String?, playCount: Int) {
        (self.items, self.next, self.playCount) = (items, next, playCount)
    }
}

/// Which results of which challenge to list, and from where.
public struct ResultQuery: PagedInput {
    public let challengeID: UUID
    public let by: ResultOrder
    public let scope: ResultScope
    public let around: ResultPlace?
    public var after: String?
    /// At most so many: 1 to 100.
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
        summary: "How everybody did in a challenge, best first.",
        details: "Once it is open to me: my play is over or, where I never started, the challenge has ended.")
}
