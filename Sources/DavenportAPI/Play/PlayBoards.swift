import Foundation

/// The period of a board. The board ranks people by the daily challenges of the days in this period.
public enum BoardPeriod: String, Codable, Sendable, CaseIterable {
    /// A week, Monday to Sunday.
    case week
    /// All time.
    case all
}

/// A person's result on a board. It counts only those days of the board's period that are over.
public struct PlayBoardEntry: Codable, Sendable, Equatable {
    /// The person's rank: 1 + the number of people with a higher score. People with the same score share a rank.
    public let rank: Int
    /// The person; nil if the person's name is hidden from the caller (rule 12.19).
    public let user: UserStub?
    /// The sum of the person's scores.
    public let score: Int
    /// The number of days on which the person played a word.
    public let days: Int
    public let bestWord: PlayedWord

    public init(rank: Int, user: UserStub?, score: Int, days: Int, bestWord: PlayedWord) {
        (self.rank, self.user, self.score, self.days, self.bestWord) = (rank, user, score, days, bestWord)
    }
}

/// A page of a board. `next` is the cursor of the next page, absent at the end.
public struct PlayBoard: Codable, Sendable {
    public let items: [PlayBoardEntry]
    /// The opaque cursor to send as `after` for the next page; nil at the end.
    public let next: String?
    /// The Monday of the board's week; nil for a board of all time.
    public let from: CalendarDate?
    /// The Sunday of the board's week; nil for a board of all time.
    public let to: CalendarDate?
    /// The number of people on the whole board.
    public let playerCount: Int

    /// Creates a page of a board.
    /// - Parameters:
    ///   - next: the cursor of the next page; nil at the end.
    ///   - week: the board's week; nil for a board of all time.
    public init(items: [PlayBoardEntry], next: String?, week: Week?, playerCount: Int) {
        (self.items, self.next, self.playerCount) = (items, next, playerCount)
        (from, to) = (week?.from, week?.to)
    }
}

/// A reference to a board, and a position on it.
public struct PlayBoardQuery: PagedInput {
    public let mode: PlayMode
    public let period: BoardPeriod
    /// Any day of the week whose board to return; nil means the current week.
    public let of: CalendarDate?
    public let by: ResultOrder
    public let scope: ResultScope
    public let around: ResultPlace?
    public var after: String?
    /// The maximum number of people on the page: 1 to 100.
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
        summary: "List the best results of a week or of all time in the daily challenges of a mode.",
        details: "Only past days count. For today, list the results of its challenge.")
}
