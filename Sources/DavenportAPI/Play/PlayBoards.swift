import Foundation

/// Which days a board counts.
public enum BoardPeriod: String, Codable, Sendable, CaseIterable {
    /// Monday to Sunday.
    case week
    /// All time.
    case all
}

/// What somebody has on a board, over its days that are over.
public struct PlayBoardEntry: Codable, Sendable, Equatable {
    /// 1 + the number of people with more: equals share it.
    public let rank: Int
    /// Left out where they are nameless to whoever asks.
    public let user: UserStub?
    /// The sum over their days.
    public let score: Int
    /// On how many days they had a word.
    public let days: Int
    public let bestWord: PlayedWord

    public init(rank: Int, user: UserStub?, score: Int, days: Int, bestWord: PlayedWord) {
        (self.rank, self.user, self.score, self.days, self.bestWord) = (rank, user, score, days, bestWord)
    }
}

/// A part of a board; `next` is the cursor of the following part, absent at the end.
public struct PlayBoard: Codable, Sendable {
    public let items: [PlayBoardEntry]
    /// What the following page is asked with, opaque; nil at the end.
    public let next: String?
    /// The week's Monday; nil for all time.
    public let from: CalendarDate?
    /// Its Sunday.
    public let to: CalendarDate?
    /// How many people are ranked.
    public let playerCount: Int

    /// - Parameters:
    ///   - next: what the following page is asked with; nil at the end.
    ///   - week: nil for all time.
    public init(items: [PlayBoardEntry], next: String?, week: Week?, playerCount: Int) {
        (self.items, self.next, self.playerCount) = (items, next, playerCount)
        (from, to) = (week?.from, week?.to)
    }
}

/// Which board to list, and from where.
public struct PlayBoardQuery: PagedInput {
    public let mode: PlayMode
    public let period: BoardPeriod
    /// A day of the week; today's, where it is nil.
    public let of: CalendarDate?
    public let by: ResultOrder
    public let scope: ResultScope
    public let around: ResultPlace?
    public var after: String?
    /// At most so many: 1 to 100.
    public let limit: Int

    public init(
        mode: PlayMode, period: BoardPeriod = .week, of: CalendarDate? = nil, by: ResultOrder = .score, scope: ResultScope = .everyone,
        around: ResultPlace? = nil, after: String? = nil, limit: Int = PageQuery.usual
    ) {
        (self.mode, self.period, self.of) = (mode, period, of)
        (self.by, self.scope, self.around, self.after, self.limit) = (by, scope, around, after, limit)
    }

    public init(_ fields: inout Fields) {
        mode = fields.required("mode", .oneOf(PlayMode.self, placeholder: .timed))
        period = fields.optional("period", .oneOf(BoardPeriod.self, placeholder: .week), default: .week)
        of = fields.optional("of", .dayOfWeek)
        by = fields.optional("by", .oneOf(ResultOrder.self, placeholder: .score), default: .score)
        scope = fields.optional("scope", .oneOf(ResultScope.self, placeholder: .everyone), default: .everyone)
        around = fields.optional("around", .oneOf(ResultPlace.self, placeholder: .me))
        after = fields.optional("after", .cursor)
        limit = fields.optional("limit", .integer(PageQuery.sizes), default: PageQuery.usual)
        if around != nil, after != nil { fields.record("around", .notAllowed, "must not be given beside `after`") }
        if of != nil, period == .all { fields.record("of", .notAllowed, "must not be given for all time") }
    }
}

extension Endpoints {
    static let playBoards: [any EndpointDeclaration] = [listPlayBoard]

    public static let listPlayBoard = Endpoint<PlayBoardQuery, PlayBoard>(
        "listPlayBoard", .get, "/boards", .user, feature: .play,
        summary: "Who did best in the daily challenges of a mode, over a week or over all time.",
        details: "Days count when they are over: today's own board is its challenge's results.")
}
