import Foundation

/// The statistics of a person's plays in a week's daily challenges, up to today.
public struct PlayWeek: Codable, Sendable, Equatable {
    /// The week's Monday.
    public let from: CalendarDate
    /// The week's Sunday.
    public let to: CalendarDate
    /// The number of days with a play.
    public let days: Int
    public let plays: Int
    /// The number of words played.
    public let words: Int
    /// The number of those words that the person had never played before, in any challenge.
    public let newWords: Int
    /// The sum, rank and number of the timed plays; nil if there are none.
    public let timed: Standing?
    public let untimed: Standing?
    /// The word with the highest score; nil if the person played no word. If several have the same score, it is the one
    /// that was played first.
    public let bestWord: PlayedWord?
    /// The longest word; nil if the person played no word. If several have the same length, it is the one with the
    /// highest score.
    public let longestWord: PlayedWord?
    /// The number of consecutive days with a play, up to the week's end or up to today.
    public let streak: Int

    /// A person's result in one mode over the week.
    public struct Standing: Codable, Sendable, Equatable {
        /// The sum of the plays' scores.
        public let score: Int
        /// The rank on the week's board, which counts past days only; nil until a day that the person played is over.
        public let rank: Int?
        /// The number of plays in the sum.
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

/// The week to return.
public struct PlayWeekQuery: Input {
    /// Any day of the week to return; nil means the current week.
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
