import Foundation

/// Who reads somebody's name in results and on boards.
public struct PlayNaming: OpenEnumeration {
    public static let everyone = Self(keeping: "everyone")
    /// Their friends; for all others they are nameless, and keep their place.
    public static let friends = Self(keeping: "friends")

    public static let allCases = [everyone, friends]

    public let rawValue: String

    public init(keeping text: String) { rawValue = text }
}

/// What somebody has played so far.
public struct PlayProfile: Codable, Sendable, Equatable {
    public let namedTo: PlayNaming
    /// Played days in a row, up to today or yesterday.
    public let streak: Int
    /// The most played days in a row ever.
    public let longestStreak: Int
    public let daysPlayed: Int
    /// How often a word was played, in any challenge.
    public let wordCount: Int
    /// The best timed play of a daily challenge; nil before the first.
    public let bestTimed: BestPlay?
    public let bestUntimed: BestPlay?
    /// Of daily challenges.
    public let bestWord: PlayedWord?

    /// The play that scored most; of equals the one that had that score first.
    public struct BestPlay: Codable, Sendable, Equatable {
        public let playID: UUID
        public let score: Int

        public init(playID: UUID, score: Int) {
            (self.playID, self.score) = (playID, score)
        }
    }

    public init(
        namedTo: PlayNaming, streak: Int, longestStreak: Int, daysPlayed: Int, wordCount: Int, bestTimed: BestPlay?,
        bestUntimed: BestPlay?, bestWord: PlayedWord?
    ) {
        (self.namedTo, self.streak, self.longestStreak, self.daysPlayed) = (namedTo, streak, longestStreak, daysPlayed)
        (self.wordCount, self.bestTimed, self.bestUntimed, self.bestWord) = (wordCount, bestTimed, bestUntimed, bestWord)
    }
}

/// What people say about how they play.
public struct PlayProfileChange: Input {
    public let namedTo: PlayNaming

    public init(namedTo: PlayNaming) {
        self.namedTo = namedTo
    }

    public init(_ fields: inout Fields) {
        namedTo = fields.required("namedTo", .oneOf(PlayNaming.self, placeholder: .everyone))
    }
}

extension Endpoints {
    static let myPlay: [any EndpointDeclaration] = [showPlayProfile, changePlayProfile, listMyWords, showPlayWeek]

    public static let showPlayProfile = Endpoint<NoInput, PlayProfile>(
        "showPlayProfile", .get, "/me/play", .user, feature: .play, summary: "My streak, and the best that I played.")
    public static let changePlayProfile = Endpoint<PlayProfileChange, PlayProfile>(
        "changePlayProfile", .put, "/me/play", .user, feature: .play,
        summary: "Say who reads my name in results and on boards: everyone, or my friends.")
}
