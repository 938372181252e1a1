import Foundation

/// The choice of a player: who sees the player's name in results and on boards.
public struct PlayNaming: OpenEnumeration {
    public static let everyone = Self(keeping: "everyone")
    /// Only the player's friends see the name. For everybody else the player keeps their rank but has no name.
    public static let friends = Self(keeping: "friends")

    public static let allCases = [everyone, friends]

    public let rawValue: String

    public init(keeping text: String) { rawValue = text }
}

/// The statistics of everything that a person has played so far.
public struct PlayProfile: Codable, Sendable, Equatable {
    public let namedTo: PlayNaming
    /// The number of consecutive days with a play, up to today or yesterday.
    public let streak: Int
    /// The longest run of consecutive days with a play.
    public let longestStreak: Int
    public let daysPlayed: Int
    /// The number of words played, in any challenge.
    public let wordCount: Int
    /// The person's best timed play of a daily challenge; nil before the first.
    public let bestTimed: BestPlay?
    public let bestUntimed: BestPlay?
    /// The word with the highest score that the person played in a daily challenge; nil before the first.
    public let bestWord: PlayedWord?

    /// The play with a person's highest score. If several plays have this score, it is the one that reached it first.
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

/// The changes to the caller's play profile.
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
        "showPlayProfile", .get, "/me/play", .user, feature: .play, summary: "Retrieve your streak and your best plays.")
    public static let changePlayProfile = Endpoint<PlayProfileChange, PlayProfile>(
        "changePlayProfile", .put, "/me/play", .user, feature: .play,
        summary: "Choose who sees your name in results and on boards: everyone, or your friends.")
}
