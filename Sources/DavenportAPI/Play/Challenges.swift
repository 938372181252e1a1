import Foundation

/// A challenge: a puzzle that each person plays once. Only people who have started it receive its letters.
public struct Challenge: Codable, Sendable, Equatable {
    public let id: UUID
    public let kind: ChallengeKind
    public let mode: PlayMode
    public let language: String
    /// The id of the word list that would judge a move now; nil if the server has no list of the language.
    public let wordListID: String?
    /// The day of a daily challenge; nil for a member's own challenge.
    public let day: CalendarDate?
    /// The member who created an own challenge. It is nil for a daily challenge, if the account was deleted, and if the
    /// maker's name is hidden from the caller (rule 12.19).
    public let maker: UserStub?
    /// The code with which people join a member's own challenge; nil for a daily challenge.
    public let code: String?
    public let startsAt: Date
    public let endsAt: Date
    public let ended: Bool
    /// The number of plays of the challenge that have at least one word.
    public let playCount: Int
    /// The caller's own play of the challenge; nil if the caller hasn't started it.
    public let mine: Mine?

    /// The caller's own play of a challenge, in brief.
    public struct Mine: Codable, Sendable, Equatable {
        public let playID: UUID
        public let over: Bool
        public let score: Int
        public let wordCount: Int
        /// The play's rank. It is nil while the play runs, and if the play has no word.
        public let rank: Int?

        public init(playID: UUID, over: Bool, score: Int, wordCount: Int, rank: Int?) {
            (self.playID, self.over, self.score, self.wordCount, self.rank) = (playID, over, score, wordCount, rank)
        }
    }

    public init(
        id: UUID, kind: ChallengeKind, mode: PlayMode, language: String, wordListID: String?, day: CalendarDate?, maker: UserStub?,
        code: String?, startsAt: Date, endsAt: Date, ended: Bool, playCount: Int, mine: Mine?
    ) {
        (self.id, self.kind, self.mode, self.language, self.wordListID) = (id, kind, mode, language, wordListID)
        (self.day, self.maker, self.code) = (day, maker, code)
        (self.startsAt, self.endsAt, self.ended, self.playCount, self.mine) = (startsAt, endsAt, ended, playCount, mine)
    }
}

/// The community's current day, with the two challenges of this day.
public struct PlayToday: Codable, Sendable {
    public let day: CalendarDate
    public let startsAt: Date
    public let endsAt: Date
    public let timed: Challenge
    public let untimed: Challenge
    /// The number of consecutive days, up to today or yesterday, on which the caller played.
    public let streak: Int

    public init(day: CalendarDate, startsAt: Date, endsAt: Date, timed: Challenge, untimed: Challenge, streak: Int) {
        (self.day, self.startsAt, self.endsAt, self.timed, self.untimed, self.streak) = (day, startsAt, endsAt, timed, untimed, streak)
    }
}

/// A reference to a challenge.
public struct ChallengeReference: Input {
    public let challengeID: UUID

    public init(challengeID: UUID) {
        self.challengeID = challengeID
    }

    public init(_ fields: inout Fields) {
        challengeID = fields.required("challengeID", .uuid)
    }
}

extension Endpoints {
    static let challenges: [any EndpointDeclaration] = [
        showToday, showChallenge, startPlay, sendMoves, showPlay, strikePlay, listResults,
    ]

    public static let showToday = Endpoint<NoInput, PlayToday>(
        "showToday", .get, "/challenges/today", .user, feature: .play, summary: "Retrieve today's two challenges.",
        details: "A day is a date in the community's day zone, the same for all members.")
    public static let showChallenge = Endpoint<ChallengeReference, Challenge>(
        "showChallenge", .get, "/challenges/{challengeID}", .user, feature: .play, summary: "Retrieve a challenge.")
    public static let startPlay = Endpoint<ChallengeReference, Created<Play>>(
        "startPlay", .put, "/challenges/{challengeID}/play", .user, feature: .play, success: 201, errors: [.challengeOver],
        summary: "Start your play of a challenge, or retrieve it.",
        details: "The first request returns the letters and starts the clock. Later ones return the same play.")
}
