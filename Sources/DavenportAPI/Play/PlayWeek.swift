import Foundation

/// The statistics of a person's plays in a week's daily challenges, up to today.
public struct PlayWeek: Codable, Sendable, Equatable {
    /// The week's Monday.
    public let from: CalendarDate
    /// The week's Sunday.
    public let to: CalendarDate
    /// The number of days on which the person played.
    public let days: Int
    public let plays: Int
    /// The number of words that the person played in the week.
    public let words: Int
    /// The number of the week's words that the person had never played before, in any challenge.
    public let newWords: Int
    /// The person's result in the timed challenges of the week; nil without a timed play.
    public let timed: Standing?
    public let untimed: Standing?
    /// The word with the highest score; nil if the person played no word. If several have the same score, it is the one
    /// that was played first.
    public let bestWord: PlayedWord?
    /// The longest word; nil if the person played no word. If several have the same length, it is the one with the
    /// highest score.
    public let longestWord: PlayedWord?
    /// The number of consecutive days on which the person played, up to the week's end or, in the current week, up to
    /// today.
    public let streak: Int

    /// A person's result in one mode over the week.
    public struct Standing: Codable, Sendable, Equatable {
        /// The sum of the plays' scores.
        public let score: Int
        /// The person's rank on the week's board, which counts past days only. It is nil until a day on which the
        /// person played is over.
        public let rank: Int?
        /// The number of plays whose scores are in the sum.
        public let playCount: Int

        public init(score: Int, rank: Int?, playCount: Int) {
            (self.score, self.rank, self.playCount) = (score, rank, playCount)
        }
    }

    public init(
        from: CalendarDate, to: CalendarDate, days: Int, plays: Int, words: Int, newWords: Int, timed: Standing?, untimed: Standing?,
        bestWord: PlayedWord?, longestWord: PlayedWord?, streak: Int
    ) {
        (self.from, self.to, self.days, self.plays) = (from, to, days, plays)
        (self.words, self.newWords, self.timed, self.untimed) = (words, newWords, timed, untimed)
        (self.bestWord, self.longestWord, self.streak) = (bestWord, longestWord, streak)
    }
}

/// The choice of the week whose statistics to return.
public struct PlayWeekQuery: Input {
    /// Any day of the week whose statistics to return; nil means the current week.
    public let of: CalendarDate?

    public init(of: CalendarDate? = nil) {
        self.of = of
    }

    public init(_ fields: inout Fields) {
        of = fields.optional("of", .dayOfWeek)
    }
}

extension Endpoints {
    public static let showPlayWeek = Endpoint<PlayWeekQuery, PlayWeek>(
        "showPlayWeek", .get, "/me/week", .user, feature: .play, summary: "Retrieve your week in the daily challenges, up to today.")
}
