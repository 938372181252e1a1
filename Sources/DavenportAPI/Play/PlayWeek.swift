import Foundation

/// What somebody played in the daily challenges of a week, up to today.
public struct PlayWeek: Codable, Sendable, Equatable {
    /// A Monday.
    public let from: CalendarDate
    /// The Sunday after it.
    public let to: CalendarDate
    /// Those played.
    public let days: Int
    public let plays: Int
    /// How often a word was played.
    public let words: Int
    /// How many of them had never been played before, in any challenge.
    public let newWords: Int
    /// Nil where nothing was played in that mode.
    public let timed: Standing?
    public let untimed: Standing?
    /// The word that scored most; of equals the one played first.
    public let bestWord: PlayedWord?
    /// Of equals the one that scored most.
    public let longestWord: PlayedWord?
    /// Played days in a row up to the week's end, or up to today.
    public let streak: Int

    /// How somebody stands in one mode.
    public struct Standing: Codable, Sendable, Equatable {
        /// The sum of their scores.
        public let score: Int
        /// On the week's board, which counts days that are over; nil before the first of them that they played.
        public let rank: Int?
        /// How many plays that sum is of.
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

/// Which week.
public struct PlayWeekQuery: Input {
    /// Any of its days; nil for today.
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
        "showPlayWeek", .get, "/me/week", .user, feature: .play, summary: "My week in the daily challenges, up to today.")
}
