import Foundation

/// One puzzle that people play once each. Nothing of its letters is told to whoever has not started.
public struct Challenge: Codable, Sendable, Equatable {
    public let id: UUID
    public let kind: ChallengeKind
    public let mode: PlayMode
    public let language: String
    /// Of a daily one.
    public let day: CalendarDate?
    /// Of an own one: left out once their account is gone, and to those to whom they are nameless.
    public let maker: UserStub?
    /// Of an own one: lets others in.
    public let code: String?
    public let startsAt: Date
    public let endsAt: Date
    public let ended: Bool
    /// How many plays have a word.
    public let playCount: Int
    /// The caller's own play; nil where they have not started.
    public let mine: Mine?

    /// Somebody's own play of a challenge.
    public struct Mine: Codable, Sendable, Equatable {
        public let playID: UUID
        public let over: Bool
        public let score: Int
        public let wordCount: Int
        /// Nil while the play runs, and without a word.
        public let rank: Int?

        public init(playID: UUID, over: Bool, score: Int, wordCount: Int, rank: Int?) {
            (self.playID, self.over, self.score, self.wordCount, self.rank) = (playID, over, score, wordCount, rank)
        }
    }

    public init(
        id: UUID, kind: ChallengeKind, mode: PlayMode, language: String, day: CalendarDate?, maker: UserStub?, code: String?,
        startsAt: Date, endsAt: Date, ended: Bool, playCount: Int, mine: Mine?
    ) {
        (self.id, self.kind, self.mode, self.language) = (id, kind, mode, language)
        (self.day, self.maker, self.code) = (day, maker, code)
        (self.startsAt, self.endsAt, self.ended, self.playCount, self.mine) = (startsAt, endsAt, ended, playCount, mine)
    }
}

/// The day that it is in the community, with its two challenges.
public struct PlayToday: Codable, Sendable {
    public let day: CalendarDate
    public let startsAt: Date
    public let endsAt: Date
    public let timed: Challenge
    public let untimed: Challenge
    /// The caller's played days in a row, up to today or yesterday.
    public let streak: Int

    public init(day: CalendarDate, startsAt: Date, endsAt: Date, timed: Challenge, untimed: Challenge, streak: Int) {
        (self.day, self.startsAt, self.endsAt, self.timed, self.untimed, self.streak) = (day, startsAt, endsAt, timed, untimed, streak)
    }
}

/// One challenge.
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
        "showToday", .get, "/challenges/today", .user, feature: .play, summary: "Today's two challenges.",
        details: "A day is a date by the community's day zone, the same for everybody in it.")
    public static let showChallenge = Endpoint<ChallengeReference, Challenge>(
        "showChallenge", .get, "/challenges/{challengeID}", .user, feature: .play, summary: "One challenge.")
    public static let startPlay = Endpoint<ChallengeReference, Created<Play>>(
        "startPlay", .put, "/challenges/{challengeID}/play", .user, feature: .play, success: 201, errors: [.challengeOver],
        summary: "Start my play of a challenge, or find it.",
        details: "The first time hands out the letters and starts the clock; every other answers the same play.")
}
